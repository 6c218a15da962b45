"""Number expressions: sign, approximation, range and unit are one span."""

import re

_UNIT = (
    r"(?:[kKMGTP]?i?B(?:/s|yte/s|ytes?)?|[KMGT]bps|[kKMGT]?bit/s|Gb/s|Mb/s|TFLOPS|GFLOPS|"
    r"PFLOPS|TFLOP/s|FLOPs?/Byte|FLOPs?|TOPS|IOPS|QPS|qps|"
    r"[kMG]?Hz|[nµμum]?s|ms|us|ns|sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|weeks?|months?|years?|h|W|kW|GT/s|"
    r"bits?|bytes?|byte|KiB|MiB|GiB|TiB|cycles?|RTTs?|pages?|threads?|cores?|times|x\b|"
    r"fold|tokens?(?:/s)?|GPUs?|layers?|heads?|nodes?|"
    r"levels?|entries|rows?|columns?|lanes?|registers?|instructions?|warps?|blocks?|replicas?|"
    r"votes?|connections?|requests?|packets?|"
    r"segments?|streams?|frames?|steps?|stages?|rounds?|copies|slots?|buckets?|shards?|"
    r"partitions?|files?|keys?|messages?|characters?|points?|"
    r"billion|million|thousand|B\b|K\b|M\b|"
    r"字节|位|比特|倍|次|个|种|条|层|级|步|毫秒|微秒|纳秒|秒|分钟|小时|天|周|年|页|块|行|"
    r"列|张|卡|核|路|段|轮|万|亿|千|百|项|份|台|阶)"
)
_DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_CHINESE_COUNT = r"(?:数[十百千万亿]+|几[十百千万]+|[百千万亿]级|上[百千万]|半|[一二两三四五六七八九十百千万]+)"
_QUANTITY = rf"{_DIGITS}(?:\s?%|\s?(?:{_UNIT})(?![A-Za-z])|(?:[KMGTB])(?![A-Za-z]))?"
NUMBER = re.compile(
    rf"(?<![A-Za-z0-9_.*/^=+\-×:])(?<!×\s)(?:[~≈<>≤≥±]\s?|(?:约|大约|接近|不到|超过|至少|最多|最大|"
    rf"最高)\s?|about |around |roughly |up to |at least |at most |under |over )?"
    rf"[-−]?{_QUANTITY}(?:\s?(?:[~～\-–—]|到|至|\bto\b|-)\s?[-−]?{_QUANTITY})?(?:以上|以下|"
    rf"以内|左右|多)?(?![A-Za-z0-9_*/^=]|\.\d|:\d|\s?×)"
    rf"|数[十百千万亿]+(?:\s?[~～\-–—到至]\s?数?[十百千万亿]+)?(?:{_UNIT})?"
)
"""A number with what belongs to it; never part of an expression or a name (`FP16`, `float4`, `LDS.128`)."""

_ALONE = re.compile(
    rf"\s*(?:(?:[~≈<>≤≥±]|约|大约|接近|不到|超过|至少|最多|最高|最大|最小|最少|通常|一般|默认|典型|about |"
    rf"around |roughly |up to |at least |at most |usually |typically |default |under |over )\s?)*"
    rf"[-−]?(?:{_QUANTITY}|{_CHINESE_COUNT}\s?(?:{_UNIT})?)(?:\s?(?:[~～\-–—]|到|至|to|-)\s?[-−]?(?:{_QUANTITY}|"
    rf"{_CHINESE_COUNT}(?:{_UNIT})?))?"
    rf"(?:以上|以下|以内|左右|多)?(?:\s*(?:per|each|/)\s*\w+|\s+\w+)?\s*(?:（[^（）]*）|\([^()]*\))?[。.]?\s*",
    re.IGNORECASE,
)


def is_number(text: str) -> bool:
    """Tell whether a text is a number with its unit (and at most a remark in brackets) and nothing else."""
    return bool(_ALONE.fullmatch(text)) and bool(re.search(r"\d|数[十百千万]|[百千万]级", text))


def unit_of(text: str) -> str:
    """Give the unit at the end of a number expression, or an empty string."""
    head = re.sub(r"（.*|\(.*|(?:以上|以下|以内|左右|多)$", "", text)
    match = re.search(r"\d\s*([A-Za-z%µμ/][A-Za-z%µμ/]*|[\u3400-\u9fff]{1,2})?[^\d]*$", head)
    return (match[1] or "") if match else ""
