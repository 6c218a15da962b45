"""Templates of the note types: what stands on a card's two sides.

Nothing that helps to answer is on a front. Both sides open with the same markup, so that a flip moves nothing; the
back of a typed card writes the front out, since with `FrontSide` Anki would show the comparison twice.
"""

_OPEN = '<div class="ag" lang="{{Lang}}">'
_CLOSE = "</div>"
_BREADCRUMB = '{{#Breadcrumb}}<div class="ag-breadcrumb">{{Breadcrumb}}</div>{{/Breadcrumb}}'
_STATUS = '{{#Status}}<div class="ag-status">{{Status}}</div>{{/Status}}'
_RULE = "<hr id=answer>"
_FOOT = """\
{{#Extra}}<details class="ag-extra"><summary class="tappable">\
<span class="ag-zh">补充</span><span class="ag-en">More</span></summary>
<div class="ag-extra-body">{{Extra}}</div></details>{{/Extra}}
{{#Source}}<div class="ag-source">{{Source}}</div>{{/Source}}"""


def _side(*parts: str) -> str:
    return "\n".join((_OPEN, *parts, _CLOSE))


_ASKED = '<div class="ag-prompt">{{Prompt}}</div>'
_ASKED_BACKWARD = '<div class="ag-prompt">{{Answer}}</div>'
_TYPE_ANSWER = "{{#Typed}}{{type:Answer}}{{/Typed}}"

FORWARD_FRONT = _side(_BREADCRUMB, _ASKED, _TYPE_ANSWER)
FORWARD_BACK = "\n".join(
    (
        "{{^Typed}}{{FrontSide}}{{/Typed}}",
        "{{#Typed}}" + _side(_BREADCRUMB, _ASKED) + "{{/Typed}}",
        _side(
            _RULE,
            '{{^Typed}}<div class="ag-answer">{{Answer}}</div>{{/Typed}}',
            _TYPE_ANSWER,
            _STATUS,
            _FOOT,
        ),
    )
)

BACKWARD_FRONT = "{{#Reverse}}" + _side(_BREADCRUMB, _ASKED_BACKWARD) + "{{/Reverse}}"
BACKWARD_BACK = "{{FrontSide}}\n" + _side(_RULE, '<div class="ag-answer">{{Prompt}}</div>', _STATUS, _FOOT)

_CLOZE = '<div class="ag-text">{{cloze:Text}}</div>'
_TYPE_CLOZE = "{{#Typed}}{{type:cloze:Text}}{{/Typed}}"

CLOZE_FRONT = _side(_BREADCRUMB, _CLOZE, _TYPE_CLOZE)
CLOZE_BACK = _side(_BREADCRUMB, _CLOZE, _TYPE_CLOZE, _STATUS, _FOOT)

CODE_FRONT = _side(_BREADCRUMB, _ASKED, '{{#Given}}<div class="ag-given">{{Given}}</div>{{/Given}}')
CODE_BACK = "{{FrontSide}}\n" + _side(_RULE, '<div class="ag-answer">{{Code}}</div>', _STATUS, _FOOT)
