/** Plain HTML pages without scripts: everything that is not markup of ours is escaped. */
import type { RestResponse } from '../message';

/** Markup that is safe to put into a page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = string | number | Html | readonly Piece[] | null | undefined;

/** Builds markup from a template; values are escaped unless they are markup already. */
export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(parts.reduce((text, part, i) => text + render(values[i - 1]) + part));
}

function render(piece: Piece): string {
  if (piece === null || piece === undefined) return '';
  if (piece instanceof Html) return piece.text;
  if (Array.isArray(piece)) return piece.map(render).join('');
  return escapeMarkup(String(piece));
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Text with `code` in back-ticks and **strong** words, paragraphs apart by blank lines. */
export function prose(text: string): Html {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) =>
    escapeMarkup(paragraph)
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
  );
  return new Html(paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n'));
}

/** As `prose`, within a line. */
export const inline = (text: string): Html => new Html(prose(text).text.replace(/^<p>|<\/p>$/g, ''));

const STYLE = `
:root { color-scheme: light dark; --text: #1c1c1f; --soft: #62626b; --line: #e3e3e8; --fill: #f6f6f8; --accent: #3b5bdb; --back: #fff; }
@media (prefers-color-scheme: dark) { :root { --text: #e8e8ec; --soft: #a0a0aa; --line: #303037; --fill: #1d1d22; --accent: #91a7ff; --back: #141417; } }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.55 system-ui, sans-serif; color: var(--text); background: var(--back); }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
header { padding: 12px 24px; border-bottom: 1px solid var(--line); display: flex; gap: 20px; flex-wrap: wrap; align-items: baseline; }
header strong { font-weight: 600; }
.frame { display: grid; grid-template-columns: 220px minmax(0, 1fr); max-width: 1180px; margin: 0 auto; }
nav { padding: 24px 16px 24px 24px; border-right: 1px solid var(--line); font-size: 14px; }
nav ul { list-style: none; margin: 0; padding: 0; } nav li { margin: 4px 0; } nav [aria-current] { font-weight: 600; }
main { padding: 24px 32px 64px; max-width: 900px; min-width: 0; }
h1 { font-size: 24px; margin: 0 0 12px; } h2 { font-size: 18px; margin: 40px 0 8px; padding-top: 16px; border-top: 1px solid var(--line); } h3 { font-size: 14px; margin: 20px 0 6px; color: var(--soft); }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; } code { background: var(--fill); padding: 1px 4px; border-radius: 4px; } h1 code, h2 code { font-size: inherit; } p code, li code, h1, h2, h3 { overflow-wrap: anywhere; }
pre { background: var(--fill); border: 1px solid var(--line); border-radius: 6px; padding: 12px 14px; overflow-x: auto; } pre code { background: none; padding: 0; }
table { border-collapse: collapse; width: 100%; font-size: 14px; } th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); } th { color: var(--soft); font-weight: 500; }
.method { font: 600 12px ui-monospace, monospace; border: 1px solid var(--line); border-radius: 4px; padding: 2px 6px; margin-right: 8px; }
.soft { color: var(--soft); }
@media (max-width: 760px) { .frame { grid-template-columns: minmax(0, 1fr); } nav { border-right: 0; border-bottom: 1px solid var(--line); padding: 16px 24px; } nav ul { display: flex; flex-wrap: wrap; gap: 6px 16px; } nav li { margin: 0; } main { padding: 24px; } table { display: block; overflow-x: auto; } td { min-width: 64px; } td code { overflow-wrap: anywhere; } td:first-child { min-width: 120px; } td:last-child { min-width: 150px; } }
`;

const SITE = 'Rewards program service';

/** A whole page. @param nav links beside the text, if any. */
export function page(title: string, main: Html, nav?: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${SITE}</title>
        <link rel="alternate" type="application/atom+xml" title="Changelog" href="/changelog.xml" />
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <header>
          <strong>${SITE}</strong><a href="/docs">API reference</a><a href="/errors">Errors</a><a href="/changelog">Changelog</a
          ><a href="/openapi.json">OpenAPI</a>
        </header>
        ${
          nav
            ? html`<div class="frame">
                <nav aria-label="Sections">${nav}</nav>
                <main>${main}</main>
              </div>`
            : html`<main>${main}</main>`
        }
      </body>
    </html> `;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

export function htmlResponse(markup: Html, status = 200): RestResponse {
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY }, body: markup.text };
}
