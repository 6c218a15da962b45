"""The one style sheet of all note types: quiet paper by day and by night, left aligned, one accent.

Classes and variables carry the prefix `ag-`, since Anki and Pygments have short names of their own. Colours live here
alone, never in a field. Night rules name both of the classes that clients use.
"""

_DAY = """\
.card {
  --ag-bg: #fbfbf9; --ag-sunk: #f2f2ee; --ag-fg: #1f2328; --ag-dim: #5c636b; --ag-line: #d9d9d3;
  --ag-accent: #0a58a6; --ag-tint: #e3edf8; --ag-ok: #1d6b38; --ag-warn: #8a5200; --ag-bad: #a62b21;
  --ag-typed-good: #d8efdc; --ag-typed-bad: #f9dcd8; --ag-typed-missed: #e4e4df;
  --ag-keyword: #8a2a86; --ag-type: #0b6470; --ag-string: #2b6a2f; --ag-number: #99420a; --ag-comment: #68665c;
  --ag-function: #0a58a6; --ag-directive: #8a4b00; --ag-operator: #4a4f57;
}
"""

_NIGHT = """\
.card.nightMode, .card.night_mode, .nightMode .card, .night_mode .card {
  --ag-bg: #1d1f22; --ag-sunk: #27292d; --ag-fg: #dcdddf; --ag-dim: #a2a7ad; --ag-line: #3a3d42;
  --ag-accent: #86bbf5; --ag-tint: #20364d; --ag-ok: #86cf9a; --ag-warn: #e9bb6a; --ag-bad: #f2948b;
  --ag-typed-good: #21402a; --ag-typed-bad: #4d2522; --ag-typed-missed: #3a3d42;
  --ag-keyword: #d9a0dd; --ag-type: #7fcbd2; --ag-string: #a5cf8f; --ag-number: #eab27f; --ag-comment: #a09d92;
  --ag-function: #8fbff5; --ag-directive: #e3c07b; --ag-operator: #c0c4ca;
  color: var(--ag-fg); background: var(--ag-bg);
}
.nightMode .ag img, .night_mode .ag img { filter: brightness(.85); }
"""

_PAGE = """\
.card {
  margin: 0;
  padding: 24px max(16px, env(safe-area-inset-right)) calc(48px + env(safe-area-inset-bottom))
    max(16px, env(safe-area-inset-left));
  color: var(--ag-fg); background: var(--ag-bg);
  font: 18px/1.55 -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Noto Sans CJK SC", "Noto Sans SC",
    "Microsoft YaHei", system-ui, sans-serif;
  text-align: start; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
#content { margin: 0; }
.ag { max-width: 40em; margin: 0 auto; }
.ag:lang(zh) { line-height: 1.75; }
.ag-breadcrumb, .ag-source, .ag-status { font-size: 13px; line-height: 1.5; color: var(--ag-dim); }
.ag-breadcrumb { margin-bottom: 8px; }
.ag-prompt { font-size: 20px; font-weight: 600; line-height: 1.4; text-wrap: balance; }
.ag-prompt:lang(zh) { line-height: 1.55; text-wrap: pretty; }
hr#answer { border: 0; border-top: 1px solid var(--ag-line); margin: 20px 0 16px; scroll-margin-top: 30vh; }
.ag p, .ag ul, .ag ol, .ag blockquote, .ag pre, .ag-table, .ag-math, .ag-section { margin: 0 0 12px; }
.ag ul, .ag ol { padding-inline-start: 1.4em; }
.ag li { margin-bottom: 4px; }
.ag li > p, .ag li > ul, .ag li > ol { margin: 4px 0 0; }
.ag blockquote { padding-inline-start: 12px; border-inline-start: 3px solid var(--ag-line); }
.ag sub, .ag sup { line-height: 0; }
.ag mark { color: inherit; background: var(--ag-tint); border-radius: 4px; }
.ag a { color: var(--ag-accent); text-decoration: underline; }
.ag img { display: block; max-width: 100%; max-height: 70vh; height: auto; border-radius: 6px; margin: 8px 0; }
.ag-row { padding: 4px 0; border-bottom: 1px solid var(--ag-line); }
.ag-name { color: var(--ag-dim); margin-inline-end: 8px; }
.ag-name::after { content: ":"; }
.ag-name:lang(zh)::after { content: "："; }
.ag-source { margin-top: 20px; }
.ag mjx-container[display="true"] { overflow-x: auto; overflow-y: hidden; padding: .2em 0; }
"""

_ANKI = """\
.ag .cloze {
  color: var(--ag-accent); background: var(--ag-tint); font-weight: 600; border-radius: 4px; padding: 0 4px;
}
.ag code .cloze { font-weight: inherit; }
.ag .cloze-inactive { color: inherit; }
#typeans { font-family: inherit !important; font-size: 18px !important; text-align: start; }
input#typeans, .nightMode input#typeans, .night_mode input#typeans {
  box-sizing: border-box; width: 100%; height: 44px; margin-top: 16px; padding: 0 12px;
  color: var(--ag-fg); background: var(--ag-sunk); border: 1px solid var(--ag-line); border-radius: 8px;
}
.typeGood, .typeBad, .typeMissed { color: var(--ag-fg); }
.typeGood { background: var(--ag-typed-good); }
.typeBad { background: var(--ag-typed-bad); border-bottom: 2px solid var(--ag-bad); }
.typeMissed { background: var(--ag-typed-missed); border-bottom: 2px solid var(--ag-accent); }
"""

_STATUS = """\
.ag-status { margin-top: 4px; }
.ag-standing { font-weight: 600; color: var(--ag-bad); }
.ag-standing::before, .ag-unchecked::before {
  content: ""; display: inline-block; box-sizing: border-box; width: 12px; height: 12px; margin-inline-end: 6px;
  vertical-align: -1px;
}
.ag-gpu-verified, .ag-cpu-verified { color: var(--ag-ok); }
.ag-emulated, .ag-compiled { color: var(--ag-warn); }
.ag-gpu-verified::before, .ag-cpu-verified::before { background: currentColor; border-radius: 50%; }
.ag-emulated::before {
  background: linear-gradient(90deg, currentColor 50%, transparent 50%); border: 1px solid currentColor;
  border-radius: 50%;
}
.ag-compiled::before { border: 2px solid currentColor; border-radius: 50%; }
.ag-stale::before, .ag-failed::before {
  width: 9px; height: 9px; margin-inline: 2px 7px; border: 2px solid currentColor; transform: rotate(45deg);
  vertical-align: 0;
}
.ag-unverified::before, .ag-unchecked::before {
  height: 2px; background: var(--ag-bad); vertical-align: middle;
}
"""

_EXTRA = """\
.ag-extra { margin-top: 16px; font-size: 16px; line-height: 1.5; }
.ag-extra summary { min-height: 44px; line-height: 44px; font-size: 15px; color: var(--ag-dim); cursor: pointer; }
.ag:lang(zh) .ag-en, .ag:not(:lang(zh)) .ag-zh { display: none; }
"""

_CODE = """\
.ag code, .ag kbd, .ag pre {
  font-family: ui-monospace, "SF Mono", Menlo, "Cascadia Mono", Consolas, "Roboto Mono", "Noto Sans Mono",
    "DejaVu Sans Mono", "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", monospace;
  font-variant-ligatures: none;
}
.ag code, .ag kbd {
  font-size: .88em; padding: .1em .3em; background: var(--ag-sunk); border-radius: 4px; white-space: pre-wrap;
}
.ag code.ag-short { white-space: pre; }
.ag pre {
  padding: 12px; font-size: 15px; line-height: 1.5; white-space: pre; overflow-x: auto; overflow-y: hidden;
  overscroll-behavior-x: contain; direction: ltr; text-align: left; tab-size: 4;
  background: var(--ag-sunk); border-radius: 8px;
}
.ag pre code { padding: 0; font-size: inherit; white-space: inherit; background: none; overflow-wrap: normal; }
.ag-unchecked { margin: -8px 0 12px; font-size: 13px; line-height: 1.5; color: var(--ag-dim); }
.ag-given { margin-top: 12px; }
.ag-table { overflow-x: auto; overscroll-behavior-x: contain; font-size: 16px; line-height: 1.5; }
.ag-table table { border-collapse: collapse; }
.ag-table th, .ag-table td {
  min-width: 4.5em; max-width: 18em; padding: 6px 12px 6px 0; text-align: start; vertical-align: top;
  border-bottom: 1px solid var(--ag-line); overflow-wrap: break-word;
}
.ag-table th { font-size: 14px; color: var(--ag-dim); }
@media (max-width: 480px) {
  .ag pre { font-size: 13px; }
  .ag pre, .ag-table { margin-inline: -16px; padding-inline: 16px; border-radius: 0; }
}
"""

_TOKENS = """\
.ag pre :is(.k, .kd, .kn, .kr, .ow) { color: var(--ag-keyword); }
.ag pre :is(.kt, .nb, .nc, .kp) { color: var(--ag-type); }
.ag pre :is(.s, .s1, .s2, .sa, .sb, .sc, .sd, .se, .sh, .si, .sr, .ss) { color: var(--ag-string); }
.ag pre :is(.m, .mi, .mf, .mh, .mo, .mb, .kc) { color: var(--ag-number); }
.ag pre :is(.c, .c1, .cm, .ch, .cs) { color: var(--ag-comment); }
.ag pre :is(.nf, .fm) { color: var(--ag-function); }
.ag pre :is(.nd, .cp, .cpf) { color: var(--ag-directive); }
.ag pre :is(.o, .p) { color: var(--ag-operator); }
"""

CSS = _DAY + _PAGE + _ANKI + _STATUS + _EXTRA + _CODE + _TOKENS + _NIGHT
"""Order matters: night comes last and redefines the variables that the rest reads."""
