/** Builds HTML from templates and escapes everything that is not already markup. */
import { present } from '@/domain/assert';
import type { RestResponse } from '../message';

/** Markup that is safe to insert into a page as it is. */
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

export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => present(ENTITIES[character], 'every character sought has an entity'));

/** Converts text with `code` in back-ticks and **strong** words; blank lines separate paragraphs. */
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

/** A table; each row has as many cells as there are headings. */
export const table = (headings: readonly string[], rows: readonly (readonly Piece[])[]): Html =>
  html`<div class="scroll" tabindex="0">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;

/** The content security policy of a page that runs no script. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/** @param policy the content security policy; by default it allows only the page's own styles. */
export function htmlResponse(markup: Html, status = 200, policy = POLICY): RestResponse {
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }, body: markup.text };
}
