/** Searches the whole documentation: pages by heading, operations with their fields, and error codes. */
import { present } from '@/domain/assert';
import { ERROR_CODES } from '@/domain/errors';
import { once } from '../../once';
import { html, Html, escapeMarkup } from '../html';
import { plainText } from './frame';
import { addressOf, documentedOperations, fieldNamesOf } from './reference';
import { docsPages } from './pages';

interface Entry {
  readonly kind: 'Page' | 'Route' | 'Error';
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

const MAX_RESULTS = 40;
const EXCERPT = 160;
const MAX_QUERY = 100;

const SECTION = /<h([123])(?: id="([^"]*)")?>([^]*?)<\/h\1>/g;

/** Splits a page into one entry per heading, with the text below it. */
function sectionsOf(path: string, { text }: Html): Entry[] {
  const found = [...text.matchAll(SECTION)].map((heading) => ({
    heading,
    title: plainText(present(heading[3], 'a heading matches with its title')),
  }));
  const [page] = found;
  return found.map(({ heading, title }, index) => {
    const body = text.slice(heading.index + heading[0].length, found[index + 1]?.heading.index);
    return {
      kind: 'Page',
      path: heading[2] ? `${path}#${heading[2]}` : path,
      title: decoded(page && index > 0 ? `${page.title}: ${title}` : title),
      text: decoded(plainText(body)),
    };
  });
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const decoded = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (entity: string, name: string) => ENTITIES[name] ?? entity);

const index = once((): readonly Entry[] => [
  ...docsPages().flatMap(({ path, main }) => sectionsOf(path, main())),
  ...documentedOperations().map((operation): Entry => {
    const { method, path, summary = '', description = '' } = operation;
    const fields = fieldNamesOf(operation).join(', ');
    return { kind: 'Route', path: addressOf(operation), title: `${method} ${path}`, text: `${summary}. ${description} ${fields}` };
  }),
  ...Object.entries(ERROR_CODES).map(([code, { status, explanation, unusedBecause }]): Entry => ({
    kind: 'Error',
    path: `/errors/${code}`,
    title: code,
    text: `${unusedBecause === null ? status : 'Not used.'} ${explanation.replaceAll('`', '')}`,
  })),
]);

const TITLE_WEIGHT = 10;

/** 0 unless every word occurs; words in the title count for more, and a title equal to the word for most. */
function scoreOf({ title, text }: Entry, words: readonly string[]): number {
  const [inTitle, inText] = [title.toLowerCase(), text.toLowerCase()];
  let score = 0;
  for (const word of words) {
    const found = inTitle === word ? TITLE_WEIGHT * TITLE_WEIGHT : inTitle.includes(word) ? TITLE_WEIGHT : inText.includes(word) ? 1 : 0;
    if (found === 0) return 0;
    score += found;
  }
  return score;
}

const wordsOf = (query: string): string[] => query.slice(0, MAX_QUERY).toLowerCase().split(/\s+/).filter(Boolean);

/** The best entries first; none for an empty query. */
function searchDocs(query: string): readonly Entry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return index()
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry);
}

/** The part of a text around the first word, with the words highlighted. */
function excerptOf(text: string, words: readonly string[]): Html {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0] ?? '') - EXCERPT / 4);
  const cut = text.slice(at, at + EXCERPT);
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi');
  const marked = cut.split(pattern).map((part, index) => (index % 2 === 1 ? `<mark>${escapeMarkup(part)}</mark>` : escapeMarkup(part)));
  return new Html(`${at > 0 ? '… ' : ''}${marked.join('')}${at + EXCERPT < text.length ? ' …' : ''}`);
}

export function searchMarkup(query: string): Html {
  const words = wordsOf(query);
  const results = searchDocs(query);
  const count = words.length === 0 ? 'Enter a word, a route, a field or an error code.' : `${results.length} found.`;
  return html`<h1>Search</h1>
    <div id="found">
      <p class="soft">${results.length === MAX_RESULTS ? `The first ${MAX_RESULTS}.` : count}</p>
      <ul class="results">
        ${results.map(
          ({ kind, path, title, text }) =>
            html`<li>
              <a href="${path}">${title}</a> <span class="soft">${kind}</span>
              <p>${excerptOf(text, words)}</p>
            </li> `,
        )}
      </ul>
    </div>`;
}
