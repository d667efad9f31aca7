/** Every test that the documentation cites for a promise exists under that name. */
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

/** The name as it can be written in source; an ellipsis on the page stands for a parameter. */
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
