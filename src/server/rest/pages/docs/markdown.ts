/** Turns the Markdown of a page into markup and examples: headings can be linked to, and every code block is an example. */
import { Marked, type Token, type Tokens } from 'marked';
import { escapeMarkup, Html } from '../html';
import { isExampleLanguage, type Example } from './example';

/** The pieces of a page, in order. */
export type Piece =
  | { readonly kind: 'text'; readonly markup: Html }
  | { readonly kind: 'examples'; readonly examples: readonly Example[] }
  | { readonly kind: 'part'; readonly name: string };

/** The anchor of a heading within its page. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/<[^>]*>|&[a-z0-9#]+;/g, '')
    .replace(/[^a-z0-9\s_-]/g, '')
    .trim()
    .replace(/\s+/g, '-');

/** Long cells need room on a narrow screen: their table scrolls or, with only two columns, stacks its cells. */
const LONG_CELL = 40;
const isLong = ({ text }: Tokens.TableCell): boolean => text.length > LONG_CELL;

const marked = new Marked({
  async: false,
  gfm: true,
  renderer: {
    heading({ tokens, depth, text }) {
      return headingMarkup(depth, this.parser.parseInline(tokens), anchorOf(text)).text;
    },
    table({ header, rows }) {
      const inner = ({ tokens }: Tokens.TableCell): string => this.parser.parseInline(tokens);
      const heads = header.map((cell) => `<th scope="col">${inner(cell)}</th>`).join('');
      const body = rows.map(
        (row) => `<tr>${row.map((cell) => `<td${isLong(cell) ? ' class="long"' : ''}>${inner(cell)}</td>`).join('')}</tr>`,
      );
      const pairs = header.length === 2 && rows.some(([first]) => first && isLong(first));
      return `<div class="scroll" tabindex="0"><table${pairs ? ' class="pairs"' : ''}><thead><tr>${heads}</tr></thead><tbody>${body.join('')}</tbody></table></div>\n`;
    },
    html: ({ text }) => escapeMarkup(text),
  },
});

export const headingMarkup = (depth: number, markup: string, id: string): Html =>
  new Html(
    `<h${depth} id="${id}">${markup} <a class="anchor" href="#${id}" aria-label="Link to: ${markup.replace(/<[^>]*>/g, '')}">#</a></h${depth}>\n`,
  );

const PART = /^\[\[part:([a-z-]+)\]\]$/;

/** @param name the name of the page, used in the ids of its examples. */
export function piecesOf(name: string, source: string): Piece[] {
  const pieces: Piece[] = [];
  let count = 0;
  for (const token of marked.lexer(source)) {
    if (token.type === 'space') continue;
    // The library's type of a token of any kind keeps this from being told by its `type`.
    if (token.type === 'code') addExample(pieces, exampleOf(token as Tokens.Code, `${name}-${(count += 1)}`));
    else pieces.push(pieceOf(token));
  }
  return pieces;
}

function pieceOf(token: Token): Piece {
  const part = token.type === 'paragraph' ? PART.exec(token.raw.trim())?.[1] : undefined;
  return part === undefined ? { kind: 'text', markup: new Html(marked.parser([token])) } : { kind: 'part', name: part };
}

/** @throws Error for a language that no test can run. */
function exampleOf({ lang = '', text }: Tokens.Code, id: string): Example {
  const [language = '', ...words] = lang.split(/\s+/);
  if (!isExampleLanguage(language)) throw new Error(`the code block ${id} has the language "${language}", in which nothing is tried`);
  const expects = new Map(
    words.map((word): [string, string] => {
      const [key = '', value = ''] = word.split('=');
      return [key, value];
    }),
  );
  return { id: expects.get('id') ?? id, language, code: text, expects };
}

/** A TypeScript block right after a shell command is the same step in another language; the reader chooses. */
function addExample(pieces: Piece[], added: Example): void {
  const last = pieces.at(-1);
  if (added.language === 'ts' && last?.kind === 'examples' && last.examples.length === 1 && last.examples[0]?.language === 'sh') {
    pieces[pieces.length - 1] = { kind: 'examples', examples: [...last.examples, added] };
  } else pieces.push({ kind: 'examples', examples: [added] });
}
