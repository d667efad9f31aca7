/** Every test that the documentation names as keeping a promise exists under that name. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source';

const CONTENT = join(ROOT, 'src', 'server', 'rest', 'pages', 'docs', 'content');

/** The rows of the tables of a page, under their headings. */
const rowsOf = (page: string): string[] =>
  readFileSync(join(CONTENT, `${page}.md`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Promise|Attack|-+) +\|/.test(line));

/** As it stands in a string of source; where the page has an ellipsis, the test has what varies. */
const written = (name: string): string[] => [name, name.replaceAll("'", "\\'"), name.replaceAll('…', '%s')];

test.each(['promises', 'threat-model'])('each line of the page %s names a test that there is', (page) => {
  const rows = rowsOf(page);
  const missing = rows.filter((row) => {
    const [, file = '', name = ''] = /\| `(tests\/[\w/.-]+)`: ([^|]+) \|$/.exec(row) ?? [];
    if (file === '' || !existsSync(join(ROOT, file))) return true;
    const source = readFileSync(join(ROOT, file), 'utf8');
    return !written(name.trim()).some((text) => source.includes(`'${text}'`));
  });
  expect(rows.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});
