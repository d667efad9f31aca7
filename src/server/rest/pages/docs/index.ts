/** Serves the pages of the documentation. */
import { DomainError } from '@/domain/errors';
import type { RestRequest, RestResponse } from '../../message';
import { html, type Html } from '../html';
import { framed } from './frame';
import { docsMap } from './map';
import { docsPages } from './pages';
import { operationSections, routesMarkup, sectionMarkup, titleOfSection } from './reference';
import { searchMarkup } from './search';

/**
 * @param rest what follows `/docs/`.
 * @throws DomainError not_found for a page that does not exist.
 */
export function docsPage(request: RestRequest, rest: string): RestResponse {
  const path = rest === '' ? '/docs' : `/docs/${rest}`;
  if (rest === '') return framed({ path, title: 'Documentation', main: home() });
  if (rest === 'search') return search(request);
  if (rest === 'api') return framed({ path, title: 'All routes', main: once(path, routesMarkup) });
  if (rest.startsWith('api/')) {
    const section = rest.slice('api/'.length);
    return framed({ path, title: titleOfSection(section), main: once(path, () => sectionMarkup(section)) });
  }
  const page = docsPages().find((candidate) => candidate.path === path);
  if (page) return framed({ path, title: page.title, main: once(path, page.main) });
  // The former addresses of the sections, from before the guides had pages of their own.
  if (operationSections().includes(rest)) return { status: 308, headers: { Location: `/docs/api/${rest}` }, body: null };
  throw new DomainError('not_found', 'The documentation has no such page.');
}

/** Renders a page once: pages do not change while the process lives. */
function once(path: string, make: () => Html): Html {
  const known = RENDERED.get(path);
  if (known) return known;
  const made = make();
  RENDERED.set(path, made);
  return made;
}

const RENDERED = new Map<string, Html>();

function search({ query }: RestRequest): RestResponse {
  const sought = new URLSearchParams(query).get('q') ?? '';
  return framed({ path: '/docs/search', title: 'Search', main: searchMarkup(sought), query: sought });
}

function home(): Html {
  const summaries = new Map(docsPages().map(({ path, summary }) => [path, summary]));
  const groups = docsMap().map(({ title, entries }) => ({ title, entries: entries.filter(({ path }) => summaries.has(path)) }));
  return html`<h1>Documentation</h1>
    <p class="lead">
      You send events about your users. Rules decide what each is worth, value moves in a double-entry ledger, and signed webhooks notify
      your systems.
    </p>
    <p>
      Start with <a href="/docs/quickstart">the quickstart</a>, or look up <a href="/docs/api">a route</a> or
      <a href="/errors">an error code</a>. The tests of the service run every example on these pages.
    </p>
    ${groups
      .filter(({ entries }) => entries.length > 0)
      .map(
        ({ title, entries }) =>
          html`<h2 id="${title.toLowerCase()}">${title}</h2>
            <ul class="cards">
              ${entries.map(
                ({ path, title: name }) =>
                  html`<li>
                    <a href="${path}">${name}</a>
                    <p>${summaries.get(path)}</p>
                  </li> `,
              )}
            </ul>`,
      )}`;
}
