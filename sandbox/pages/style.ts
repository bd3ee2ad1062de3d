/** The look of all pages: one column on a phone, the document beside the answer on a desk. */
export const STYLE = `:root {
	--ink: #1b2330;
	--quiet: #566174;
	--line: #d9dee7;
	--ground: #f3f5f9;
	--card: #fff;
	--accent: #1c4f9c;
	--accent-deep: #143b78;
	--accent-pale: #e8f0fc;
	--good: #17693a;
	--good-pale: #e5f4ea;
	--bad: #a5231c;
	--bad-pale: #fcebe9;
	--wait: #7a4d00;
	--wait-pale: #fdf2da;
	--mark: #f5c644;
	color-scheme: light;
	font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', 'DejaVu Sans', sans-serif;
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding: 1rem; -webkit-text-size-adjust: 100%; }
body {
	margin: 0;
	min-height: 100vh;
	display: flex;
	flex-direction: column;
	background: var(--ground);
	color: var(--ink);
	overflow-wrap: anywhere;
}
main { flex: 1; width: 100%; max-width: 36rem; margin: 0 auto; padding: 1.5rem 1rem 2.5rem; outline: 0; }
.wide main { max-width: 76rem; }
h1, h2, h3 { line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance; }
h1 { font-size: 1.55rem; }
h2 { font-size: 1.15rem; }
h3 { font-size: 1rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); text-underline-offset: .15em; }
a:hover { color: var(--accent-deep); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: .5rem; top: .5rem; z-index: 3; background: var(--card); padding: .6rem 1rem; border-radius: 6px; }

.top { background: var(--card); border-bottom: 1px solid var(--line); padding: .7rem 1rem; }
.brand { display: inline-flex; align-items: center; gap: .6rem; font-weight: 600; color: var(--ink); text-decoration: none; }
.bottom { padding: 1rem; text-align: center; font-size: .85rem; color: var(--quiet); }

.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.5rem; }
main > .card { margin-top: clamp(0rem, 6vh, 4rem); }
.card.good { border-top: 5px solid var(--good); }
.card.bad { border-top: 5px solid var(--bad); }
.card.neutral { border-top: 5px solid var(--quiet); }
.about { color: var(--quiet); font-size: .9rem; margin: 0 0 .25rem; }

label { display: block; font-weight: 600; margin: .9rem 0 .3rem; }
input, textarea {
	width: 100%;
	font: inherit;
	color: inherit;
	background: #fff;
	border: 1px solid #7d8798;
	border-radius: 8px;
	padding: .65rem .75rem;
	min-height: 2.9rem;
}
textarea { resize: vertical; }
[aria-invalid='true'] { border-color: var(--bad); }
.hint { color: var(--quiet); font-size: .9rem; margin: 0 0 .4rem; }
.problem { color: var(--bad); font-weight: 600; margin: .4rem 0 0; }
button, .button {
	display: inline-block;
	font: inherit;
	font-weight: 600;
	text-align: center;
	text-decoration: none;
	color: var(--accent);
	background: var(--card);
	border: 1px solid var(--accent);
	border-radius: 8px;
	padding: .6rem 1rem;
	min-height: 2.75rem;
	cursor: pointer;
}
button:hover, .button:hover { background: var(--accent-pale); color: var(--accent-deep); }
button.main, .exit .button { color: #fff; background: var(--accent); }
button.main:hover, .exit .button:hover { color: #fff; background: var(--accent-deep); }
button.main { width: 100%; margin-top: 1rem; }
button.danger { color: var(--bad); border-color: var(--bad); margin-top: .75rem; }
button.danger:hover { background: var(--bad-pale); color: var(--bad); }
button.plain { border-color: transparent; background: none; padding-inline: 0; text-decoration: underline; text-underline-offset: .15em; }
.row { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; margin: 0; }
.exit { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.not-you { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .25rem; margin-top: 1.25rem; font-size: .9rem; color: var(--quiet); }
.not-you button { font-weight: 400; padding-inline: 0; min-height: 2.25rem; padding-block: .3rem; }
summary { cursor: pointer; padding: .6rem 0; min-height: 2.75rem; font-weight: 600; color: var(--quiet); }

.facts { margin: 0; display: flex; flex-wrap: wrap; gap: .75rem 2.5rem; }
.facts dt { color: var(--quiet); font-size: .85rem; }
.facts dd { margin: 0; }
.facts .full { flex-basis: 100%; }
.message { white-space: pre-line; max-width: 44rem; }

.signing { display: grid; gap: 1.25rem; }
.document + .document { margin-top: 2rem; }
.document-bar { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem; }
figure { margin: 0 0 1rem; }
figcaption { color: var(--quiet); font-size: .85rem; text-align: center; padding: .35rem; }
.sheet { position: relative; background: #fff; border: 1px solid var(--line); box-shadow: 0 2px 8px #1b233014; overflow: hidden; }
.sheet img { display: block; width: 100%; height: auto; }
.mark { position: absolute; inset: 0; width: 100%; height: 100%; }
.mark rect { fill: #f5c64455; stroke: #8a5a00; stroke-width: 2.5; stroke-dasharray: 5 3; }
.mark text { fill: #4f3300; text-anchor: middle; dominant-baseline: central; }
.mark text.filled { fill: var(--accent-deep); font-style: italic; font-family: 'Segoe Script', 'Brush Script MT', 'Snell Roundhand', 'URW Chancery L', Georgia, serif; }
.answer { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; }
.answer:focus { outline: 0; }
.decline { margin-top: 1rem; border-top: 1px solid var(--line); padding-top: .25rem; }
.decline label { margin-top: .25rem; }
.to-answer { position: sticky; bottom: .75rem; justify-self: center; background: var(--ink); color: #fff; border-radius: 99px; padding: .65rem 1.4rem; font-weight: 600; text-decoration: none; box-shadow: 0 3px 12px #1b233055; order: -1; grid-row: 2; align-self: end; z-index: 2; }
.to-answer:hover { color: #fff; background: var(--accent-deep); }
.signing > .documents { grid-row: 2; grid-column: 1; }
.signing > .to-answer { grid-column: 1; order: 0; }
.signing > .answer { grid-row: 3; }
@media (min-width: 60rem) {
	.signing { grid-template-columns: minmax(0, 1fr) 21rem; column-gap: 2rem; align-items: start; }
	.intro { grid-column: 1 / -1; }
	.signing > .answer { grid-row: 2; grid-column: 2; position: sticky; top: 1.25rem; }
	.to-answer { display: none; }
}
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
code { font: .85rem/1.45 ui-monospace, 'Cascadia Mono', Menlo, 'DejaVu Sans Mono', monospace; }
.quiet { color: var(--quiet); font-size: .85rem; }
.said { position: fixed; right: 1rem; bottom: 1rem; z-index: 3; margin: 0; max-width: calc(100vw - 2rem); background: var(--ink); color: #fff; padding: .6rem 1rem; border-radius: 8px; font-weight: 400; }
.said:empty { display: none; }
.said.problem { background: var(--bad); }
.access { padding: 1rem 1.25rem; }
.wide main > .access { margin-top: 0; }
.time { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center; justify-content: space-between; margin-top: 1rem; padding-top: .9rem; border-top: 1px solid var(--line); }
.time p { margin: 0; }
button.small { font-size: .875rem; padding: .25rem .7rem; min-height: 2.25rem; }
.jump { display: flex; flex-wrap: wrap; gap: .35rem 1.25rem; margin: 1rem 0 0; }
.columns { display: grid; gap: 1.25rem; margin-top: 1.25rem; }
.columns > div { display: grid; gap: 1.25rem; align-content: start; min-width: 0; }
@media (min-width: 60rem) { .columns { grid-template-columns: minmax(0, 11fr) minmax(0, 9fr); } }
.list { padding: 1rem 1.25rem; }
.count { color: var(--quiet); font-size: .85rem; font-weight: 400; margin-left: .25rem; }
.list ol, .list ul { list-style: none; margin: 0; padding: 0; }
.list ol > li { border-top: 1px solid var(--line); padding: .75rem 0; }
.list ol > li:last-child { padding-bottom: 0; }
.list ul > li { border-left: 3px solid var(--line); padding: .15rem 0 .15rem .75rem; margin: .6rem 0; }
.line { margin: 0 0 .2rem; }
.line h3 { display: inline; }
.line > a { margin-left: .35rem; }
.line > a:first-child { margin-left: 0; }
.quiet > a { margin-left: 0; }
.quote { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; margin: .1rem 0 .3rem; padding-left: .6rem; border-left: 2px solid var(--line); font-size: .9rem; }
.list details summary { font-size: .85rem; font-weight: 400; padding: .35rem 0; min-height: 0; }
.list label { font-size: .85rem; margin: .3rem 0 .15rem; }
.list input { min-height: 2.4rem; padding: .35rem .6rem; }
.call { display: flex; flex-wrap: wrap; gap: .1rem .6rem; align-items: baseline; }
.call code { flex: 1 1 14rem; }
.pill { display: inline-block; font-size: .72rem; font-weight: 700; letter-spacing: .03em; text-transform: uppercase; line-height: 1.3; padding: .15rem .5rem; border-radius: 99px; background: #e9ecf2; color: #3e485a; white-space: nowrap; }
.pill.signed, .pill.completed, .pill.completion { background: var(--good-pale); color: var(--good); }
.pill.declined, .pill.error, .pill.resignated, .pill.expired { background: var(--bad-pale); color: var(--bad); }
.pill.open, .pill.reminder { background: var(--wait-pale); color: var(--wait); }
.pill.invitation { background: var(--accent-pale); color: var(--accent-deep); }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { .answer, .to-answer, .top, .skip { display: none; } }
`;
