/** The pages that are written in Markdown: `content/<address>.md`, with facts of the code in double brackets. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOneOf } from '@/domain/fields';
import { once } from '../../once';
import { factNamed } from './facts';

/** The commands run from the project's folder. */
const FOLDER = join(process.cwd(), 'src', 'server', 'rest', 'pages', 'docs', 'content');

/** What the commands of a page find: a program with an asset of this kind, and two participants. */
const GIVEN = ['SIMPLE', 'LOT'] as const;
export type Given = (typeof GIVEN)[number];

export interface WrittenPage {
  readonly slug: string;
  readonly title: string;
  /** One sentence for lists of pages. */
  readonly summary: string;
  readonly given: Given | null;
  /** Markdown with the facts filled in. */
  readonly source: string;
}

export const writtenPages = once((): readonly WrittenPage[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => parse(name.replace(/\.md$/, ''), readFileSync(join(FOLDER, name), 'utf8'))),
);

export const writtenPage = (slug: string): WrittenPage | undefined => writtenPages().find((page) => page.slug === slug);

/** @throws Error when a page does not begin with its title and summary, or names a fact that does not exist. */
function parse(slug: string, text: string): WrittenPage {
  const [, head = '', source = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  const { title, summary, given } = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/s)));
  if (!title || !summary) throw new Error(`the page ${slug} has no title or no summary`);
  if (given !== undefined && !isOneOf(GIVEN, given)) throw new Error(`the page ${slug} is given what does not exist`);
  return { slug, title, summary, given: given ?? null, source: withFacts(source) };
}

/** Facts are filled in everywhere but in code blocks, which have to run as they are written. */
const withFacts = (source: string): string =>
  source
    .split(/(^```[^]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : part.replace(/\[\[([a-z][a-z_.]*)\]\]/g, (_, name: string) => factNamed(name))))
    .join('');
