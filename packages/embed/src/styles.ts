/** Text takes the page's colours. With `theme` an element has colours of its own. */
export const styles = `
:host{display:block;--accent:var(--daybook-accent,#3f7d4e);--text:inherit;--surface:none}
:host([hidden]){display:none}
:host([theme]){--text:var(--daybook-text,#222);--surface:var(--daybook-surface,#fff);padding:.75em 1em;border-radius:.5em}
:host([theme=dark]){--text:var(--daybook-text,#eee);--surface:var(--daybook-surface,#1c1d20);
--accent:var(--daybook-accent,#7cc48c)}
@media(prefers-color-scheme:dark){:host([theme=auto]){--text:var(--daybook-text,#eee);
--surface:var(--daybook-surface,#1c1d20);--accent:var(--daybook-accent,#7cc48c)}}
:host([theme]){color:var(--text);background:var(--surface)}
[part=body]{display:flex;flex-wrap:wrap;gap:.75em;align-items:center;overflow-wrap:anywhere}
p,ol,ul{margin:0}
ol,ul{padding:0 0 0 1.6em;flex:1}
ul{padding:0;list-style:none}
a{color:inherit}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
[part=line]{flex:1}
[part=cover]{width:3em;height:3em;object-fit:cover;border-radius:.25em}
[part=track],[part=name]{font-weight:600}
[part=count]{font-variant-numeric:tabular-nums}
[part=grid]{width:100%;flex:1 0 100%}
text{fill:currentColor;font:9px sans-serif}
.day{fill:var(--accent)}
.l0{fill:currentColor;fill-opacity:.12}
.l1{fill-opacity:.35}.l2{fill-opacity:.55}.l3{fill-opacity:.8}
[part=bars]{display:inline-flex;gap:2px;height:.8em;align-items:end}
i{width:3px;height:40%;background:var(--accent);animation:bar 1s ease-in-out infinite alternate}
i+i{animation-delay:-.4s}i+i+i{animation-delay:-.8s}
@keyframes bar{to{height:100%}}
@media(prefers-reduced-motion:reduce){i{animation:none}}
`
