/** Renders every text page of the documentation with its examples, which are shown, searched and run by the tests. */
import { once } from '../../once';
import { html, type Html } from '../html';
import { writtenPages, type Given, type WrittenPage } from './content';
import { coffeeYear, coffeeYearExample, COFFEE_YEAR_TITLE } from './coffee-year';
import { examplesMarkup, type Example } from './example';
import { piecesOf } from './markdown';
import { partNamed } from './parts';
import { operationSections, titleOfSection } from './reference';
import { scalingGuide, SCALING_GUIDE_TITLE } from './scaling-guide';
import { templatesGuide, TEMPLATES_GUIDE_TITLE } from './templates-guide';

export interface DocsPage {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly given: Given | null;
  readonly main: () => Html;
  /** In the order in which a reader follows them. */
  readonly examples: readonly Example[];
}

const guide = (slug: string, title: string, summary: string, main: () => Html, examples: readonly Example[] = []): DocsPage => ({
  path: `/docs/${slug}`,
  title,
  summary,
  given: null,
  main,
  examples,
});

export const docsPages = once((): readonly DocsPage[] => [
  ...writtenPages().map(renderable),
  guide('templates', TEMPLATES_GUIDE_TITLE, 'Complete programs to start from, with events to try.', templatesGuide),
  guide('coffee-year', COFFEE_YEAR_TITLE, 'A year of a program, month by month, calculated by hand and run in a sandbox.', coffeeYear, [
    coffeeYearExample(),
  ]),
  guide('scaling', SCALING_GUIDE_TITLE, 'How to go from one process to many, and what to monitor.', scalingGuide),
]);

const KINDS: Readonly<Record<Given, string>> = { SIMPLE: 'without lots', LOT: 'kept in lots' };

/** The setup that the page's commands assume, shown above the first of them. */
const beginning = (given: Given): Html =>
  html`<p class="soft">
    The commands use <code>$BASE</code>, the address of the service, <code>$API_KEY</code>, <code>$PROGRAM_ID</code> and
    <code>$ASSET_ID</code>. They assume a program with an asset of two decimals, ${KINDS[given]}, and the participants <code>ada</code> and
    <code>bob</code>. <a href="/docs/quickstart">The quickstart</a> shows how to create them.
  </p>`;

/** A link to the routes of the section that has the page's name. */
const routesOf = (slug: string): Html | null =>
  operationSections().includes(slug)
    ? html`<p class="soft">All routes: <a href="/docs/api/${slug}">${titleOfSection(slug)}</a> in the reference.</p>`
    : null;

function renderable(page: WrittenPage): DocsPage {
  const { slug, title, summary, given, source } = page;
  const pieces = piecesOf(slug, source);
  const examples = pieces.flatMap((piece) =>
    piece.kind === 'examples' ? piece.examples : piece.kind === 'part' ? partNamed(piece.name).examples : [],
  );
  const main = (): Html => {
    let told = given === null;
    const body = pieces.map((piece) => {
      if (piece.kind === 'text') return piece.markup;
      if (piece.kind === 'part') return partNamed(piece.name).markup;
      const first = !told && piece.examples[0]?.language === 'sh';
      told ||= first;
      return [first && given ? beginning(given) : null, examplesMarkup(piece.examples)];
    });
    return html`<h1>${title}</h1>
      <p class="lead">${summary}</p>
      ${body} ${routesOf(slug)}`;
  };
  return { path: `/docs/${slug}`, title, summary, given, main, examples };
}
