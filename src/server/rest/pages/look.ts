/** The styles of the public pages: the dashboard's colours, without its scripts and classes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The dashboard's colours, light and dark, read from its stylesheet; every command runs from the project's root folder. */
function palette(): { light: string; dark: string } {
  const sheet = readFileSync(join(process.cwd(), 'src', 'styles', 'globals.css'), 'utf8');
  const block = (selector: string): string => {
    const found = new RegExp(`^ *${selector} \\{\\n( *--canvas:[^}]*)\\}`, 'm').exec(sheet)?.[1];
    if (found === undefined) throw new Error(`the stylesheet has no colours under ${selector}`);
    return found;
  };
  return { light: block(':root'), dark: block('\\.dark') };
}

const { light, dark } = palette();

/** The colour scheme that the reader chose in the dashboard, if any, else the system's. */
const COLOURS = `
:root { ${light} }
@media (prefers-color-scheme: dark) { :root:not(.light) { ${dark} } }
:root.dark { ${dark} }`;

const BASE = `
* { box-sizing: border-box; }
html { scroll-padding-top: 72px; }
body { margin: 0; font: 15px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--surface); }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; } main p a, main li a { text-decoration: underline; text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 12px; top: -60px; background: var(--accent); color: var(--accent-ink); padding: 8px 12px; border-radius: 6px; z-index: 3; } .skip:focus { top: 10px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 12px; } h2 { font-size: 19px; margin: 40px 0 8px; padding-top: 20px; border-top: 1px solid var(--line); } h3 { font-size: 15px; margin: 24px 0 6px; } h4 { font-size: 14px; margin: 16px 0 4px; color: var(--ink-soft); }
p, ul, ol { margin: 0 0 12px; } li { margin: 3px 0; } .lead { font-size: 16px; color: var(--ink-soft); }
code, pre { font: 13px/1.55 ui-monospace, SFMono-Regular, Menlo, monospace; } code { background: var(--sunken); padding: 1px 4px; border-radius: 4px; overflow-wrap: anywhere; } h1 code, h2 code, h3 code { font-size: inherit; } h1, h2, h3 { overflow-wrap: anywhere; }
pre { margin: 0; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; overflow-x: auto; } pre code { background: none; padding: 0; overflow-wrap: normal; }
figure { margin: 0 0 16px; } figcaption { color: var(--ink-faint); font-size: 13px; margin-top: 4px; }
.scroll { overflow-x: auto; margin: 0 0 16px; } table { border-collapse: collapse; width: 100%; font-size: 14px; } th, td { text-align: left; vertical-align: top; padding: 7px 14px 7px 0; border-bottom: 1px solid var(--line); } th { color: var(--ink-faint); font-weight: 500; } td { min-width: 64px; } td code { overflow-wrap: normal; } td.amount, th.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } td:last-child { min-width: 150px; }
.method { font: 600 12px ui-monospace, monospace; border: 1px solid var(--line-strong); border-radius: 4px; padding: 2px 6px; margin-right: 8px; }
.soft { color: var(--ink-faint); }
.anchor { opacity: 0; font-weight: 400; padding: 0 4px; } h2:hover .anchor, h3:hover .anchor, .anchor:focus { opacity: 1; }
.code { position: relative; min-width: 0; border: 0; padding: 0; margin: 0 0 16px; }
.tabs input { position: absolute; opacity: 0; } .tabs label { display: inline-block; padding: 4px 10px; font-size: 13px; color: var(--ink-soft); cursor: pointer; border-radius: 6px; margin: 0 4px 6px 0; } .tabs input:checked + label { background: var(--accent-soft); color: var(--accent); font-weight: 600; } .tabs input:focus-visible + label { outline: 2px solid var(--accent); }
.tabs pre { display: none; } .pick-sh:checked ~ .in-sh, .pick-ts:checked ~ .in-ts { display: block; }
.copy { font: 12px system-ui, sans-serif; color: var(--ink-soft); background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: 4px 8px; cursor: pointer; } .copy:hover { color: var(--ink); border-color: var(--line-strong); } .tabs .copy { position: absolute; right: 0; top: 0; }
figure.code:has(.copy) { display: grid; grid-template-columns: minmax(0, 1fr) auto; } figure.code:has(.copy)::before { content: ''; grid-area: 1 / 1 / 2 / 3; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; } figure.code:has(.copy) pre { grid-area: 1 / 1; background: none; border-color: transparent; } figure.code .copy { grid-area: 1 / 2; align-self: start; margin: 8px; } figure.code:has(.copy) figcaption { grid-area: 2 / 1 / 3 / 3; }
button.plain { font: inherit; font-size: 13px; color: var(--ink-soft); background: none; border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px; cursor: pointer; }`;

const FRAME = `
.top { position: sticky; top: 0; z-index: 2; background: var(--surface); padding: 10px 24px; border-bottom: 1px solid var(--line); display: flex; gap: 8px 20px; flex-wrap: wrap; align-items: center; font-size: 14px; }
.top strong { font-weight: 600; } .top strong a { color: inherit; } .top form { margin-left: auto; display: flex; gap: 8px; min-width: 0; flex: 0 1 320px; }
input[type=search] { font: inherit; color: inherit; background: var(--canvas); border: 1px solid var(--line-strong); border-radius: 6px; padding: 5px 10px; width: 100%; min-width: 0; }
.to-pages { display: none; }
.frame { display: grid; grid-template-columns: 232px minmax(0, 1fr) 200px; max-width: 1360px; margin: 0 auto; }
.sections { padding: 20px 12px 40px 24px; border-right: 1px solid var(--line); font-size: 14px; position: sticky; top: 53px; max-height: calc(100vh - 53px); overflow-y: auto; align-self: start; }
.sections h2, .contents h2 { font-size: 12px; font-weight: 600; color: var(--ink-faint); border: 0; margin: 16px 0 4px; padding: 0; } .sections h2:first-of-type { margin-top: 0; } nav ul { list-style: none; margin: 0; padding: 0; }
.sections li { margin: 0; } .sections li a { display: block; padding: 3px 8px; margin-left: -8px; border-radius: 6px; color: var(--ink-soft); } .sections li a:hover { background: var(--sunken); text-decoration: none; } .sections [aria-current] { background: var(--accent-soft); color: var(--accent) !important; font-weight: 600; }
.contents { padding: 24px 16px; font-size: 13px; position: sticky; top: 53px; max-height: calc(100vh - 53px); overflow-y: auto; align-self: start; } .contents li { margin: 4px 0; } .contents a { color: var(--ink-soft); }
main { padding: 28px 40px 64px; max-width: 900px; min-width: 0; }
.next { display: flex; justify-content: space-between; gap: 16px; margin-top: 56px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 14px; } .next a:last-child { margin-left: auto; text-align: right; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 12px; list-style: none; padding: 0; } .cards li { border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; margin: 0; } .cards p { margin: 4px 0 0; font-size: 14px; color: var(--ink-soft); }
.results { list-style: none; padding: 0; } .results li { margin: 0 0 14px; } .results p, .results a { overflow-wrap: anywhere; } .results p { margin: 0; color: var(--ink-soft); font-size: 14px; } mark { background: var(--warning-soft); color: inherit; }
@media (max-width: 1180px) { .frame { grid-template-columns: 232px minmax(0, 1fr); } .contents { display: none; } }
@media (max-width: 800px) { .top { position: static; padding: 10px 16px; } .top form { flex-basis: 100%; order: 2; } .frame { grid-template-columns: minmax(0, 1fr); } .sections { position: static; order: 2; max-height: none; border-right: 0; border-top: 1px solid var(--line); padding: 16px; } .to-pages { display: inline; } .sections li a { padding: 6px 8px; } main { padding: 20px 16px 48px; } figure.code:has(.copy) pre { grid-area: 1 / 1 / 2 / 3; } figure.code:has(.copy) figcaption { grid-area: 2 / 1; } figure.code .copy { grid-area: 2 / 2; margin: 6px 0 0 8px; } html { scroll-padding-top: 8px; } }
@media (max-width: 560px) { td { min-width: 36px; } td:last-child { min-width: 104px; } td.long { min-width: 62vw; } .pairs, .pairs :is(tbody, tr, td) { display: block; } .pairs thead { display: none; } .pairs td { padding-right: 0; } .pairs td:first-child { border-bottom: 0; padding-bottom: 0; font-weight: 600; } .pairs code { overflow-wrap: anywhere; } }
@media print { .top, .sections, .contents, .next, .copy, .anchor, .skip { display: none; } .frame { display: block; } main { padding: 0; max-width: none; } pre { white-space: pre-wrap; } .tabs pre { display: block; margin-bottom: 8px; } body { background: #fff; color: #000; } }`;

export const STYLE = COLOURS + BASE + FRAME;
