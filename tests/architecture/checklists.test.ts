/** The checklists of CONTRIBUTING.md name few files, and such as exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source';

const SECTIONS = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split(/^## /m);

test.each([
  ['Add a rule action', 6],
  ['Add a field to participants', 8],
  ['Add a webhook type', 4],
])('"%s" takes at most %i files, each a numbered step', (title, most) => {
  const section = SECTIONS.find((text) => text.startsWith(`${title}\n`)) ?? '';
  const steps = [...section.matchAll(/^(\d+)\. (.*(?:\n {3}.*)*)/gm)];
  expect(steps.map(([, number]) => Number(number))).toEqual(steps.map((_, index) => index + 1));
  const files = steps.map(([, , step]) => [...step!.matchAll(/`((?:src|prisma)\/[^`]*)`/g)].map(([, path]) => path!));
  expect(files.every((named) => named.length === 1)).toBe(true);
  const sources = [...new Set([...section.matchAll(/`((?:src|prisma)\/[^`]*)`/g)].map(([, path]) => path!))];
  expect(sources).toEqual(files.flat());
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.length).toBeLessThanOrEqual(most);
  expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
