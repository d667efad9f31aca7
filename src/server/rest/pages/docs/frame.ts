/** Frames a page of the documentation with search, the list of all pages, its own headings, and links to its neighbours. */
import type { RestResponse } from '../../message';
import { Html, html, htmlResponse } from '../html';
import { STYLE } from '../look';
import { docsMap, neighboursOf, type MapEntry } from './map';
import { SCRIPT, SCRIPT_HASH } from './script';

/** Must match, character by character, the text that was hashed. */
const SCRIPT_ELEMENT = new Html(`<script>${SCRIPT}</script>`);

const SITE = 'Rewards program service';

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src ${SCRIPT_HASH}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

interface FramedPage {
  /** The page's address, such as `/docs/quickstart`. */
  readonly path: string;
  readonly title: string;
  readonly main: Html;
  /** The search query. */
  readonly query?: string;
  readonly status?: number;
}

export interface Heading {
  readonly id: string;
  readonly title: string;
}

/** The second-level headings of a page. */
export const headingsOf = ({ text }: Html): Heading[] =>
  [...text.matchAll(/<h2 id="([^"]+)">([^]*?)<\/h2>/g)].map(([, id = '', markup = '']) => ({ id, title: plainText(markup) }));

/** Markup as plain text, with its entities left encoded. */
export const plainText = (markup: string): string =>
  markup
    .replace(/<a class="anchor"[^]*?<\/a>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const link = ({ path, title }: MapEntry, current: string): Html =>
  html`<li><a href="${path}" ${path === current ? html` aria-current="page"` : null}>${title}</a></li>`;

const sections = (current: string): Html =>
  html`<nav class="sections" id="pages" aria-label="Pages">
    ${docsMap().map(
      ({ title, entries }) =>
        html`<h2>${title}</h2>
          <ul>
            ${entries.map((entry) => link(entry, current))}
          </ul> `,
    )}
  </nav>`;

function contents(main: Html): Html | null {
  const headings = headingsOf(main);
  if (headings.length < 2) return null;
  return html`<nav class="contents" aria-label="On this page">
    <h2>On this page</h2>
    <ul>
      ${headings.map(({ id, title }) => html`<li><a href="#${id}">${new Html(title)}</a></li>`)}
    </ul>
  </nav>`;
}

function next(path: string): Html | null {
  const { before, after } = neighboursOf(path);
  if (!before && !after) return null;
  return html`<nav class="next" aria-label="Next pages">
    ${before ? html`<a rel="prev" href="${before.path}">← ${before.title}</a>` : null}
    ${after ? html`<a rel="next" href="${after.path}">${after.title} →</a>` : null}
  </nav>`;
}

export function framed({ path, title, main, query = '', status = 200 }: FramedPage): RestResponse {
  const markup = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${SITE}</title>
        <link rel="alternate" type="application/atom+xml" title="Changelog" href="/changelog.xml" />
        <style>
          ${new Html(STYLE)}
        </style>
        ${SCRIPT_ELEMENT}
      </head>
      <body>
        <a class="skip" href="#text">Skip to the text</a>
        <header class="top">
          <strong><a href="/docs">${SITE}</a></strong
          ><a href="/">Dashboard</a><a href="/changelog">Changelog</a><a class="to-pages" href="#pages">All pages</a>
          <form action="/docs/search" role="search">
            <input type="search" name="q" value="${query}" placeholder="Search" aria-label="Search the documentation" />
          </form>
          <button type="button" id="colours" class="plain" hidden>Light or dark</button>
        </header>
        <div class="frame">
          ${sections(path)}
          <main id="text" tabindex="-1">${main} ${next(path)}</main>
          ${contents(main)}
        </div>
        <div class="unseen" role="status"></div>
      </body>
    </html> `;
  return htmlResponse(markup, status, POLICY);
}
