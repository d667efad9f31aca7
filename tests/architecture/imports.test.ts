/** Imports point in one direction only, so that every layer can be read and tested without those above it. */
import { describe, expect, test } from 'vitest';
import { MAY_KNOW, MAY_USE, roomOf, ROOMS, type Room } from './rooms';
import { sources, type Import, type SourceFile } from './source';

const FILES = sources('src', 'prisma');

function violations(of: (file: SourceFile, used: Import) => boolean): string[] {
  return FILES.flatMap((file) => file.imports.filter((used) => of(file, used)).map((used) => `${file.path} imports ${used.target}`));
}

test('every source file stands in a room', () => {
  expect(FILES.length).toBeGreaterThan(50);
  expect(FILES.map(({ path }) => path).filter((path) => !roomOf(path))).toEqual([]);
});

describe('rooms import only downwards', () => {
  test.each(Object.keys(ROOMS) as Room[])('%s', (room) => {
    const wrong = violations((file, { target, own, typeOnly }) => {
      if (!own || roomOf(file.path) !== room) return false;
      const to = roomOf(target);
      if (to === undefined || to === room || MAY_USE[room].includes(to)) return to === undefined;
      return !(typeOnly && MAY_KNOW[room]?.includes(to));
    });
    expect(wrong).toEqual([]);
  });
});

/** Packages restricted to the rooms named; `\b` would also match a longer name. */
const PACKAGES: readonly (readonly [name: string, packages: RegExp, rooms: readonly string[]])[] = [
  ['Prisma', /^@prisma\//, ['src/server/db/']],
  ['the Postgres driver', /^pg(\/|$)/, ['src/server/db/', 'prisma/']],
  ['React', /^react(-dom)?(\/|$)/, ['src/app/', 'src/components/', 'src/trpc/']],
  ['Inngest', /^inngest(\/|$)/, ['src/jobs/inngest', 'src/app/api/inngest/']],
  ['Next', /^next(\/|$)/, ['src/app/', 'src/components/', 'src/trpc/', 'src/cli/site.ts', 'src/server/dashboard/']],
];

describe('a framework is seen only where it belongs', () => {
  test.each(PACKAGES)('%s', (_name, packages, places) => {
    const wrong = violations(
      ({ path }, { target, own }) => !own && packages.test(target) && !places.some((place) => path.startsWith(place)),
    );
    expect(wrong).toEqual([]);
  });

  test('the generated database client', () => {
    expect(violations(({ path }, { target }) => target.includes('db/generated') && !path.startsWith('src/server/db/'))).toEqual([]);
  });
});

test('the domain uses nothing but itself, decimal arithmetic, CEL, address parsing and hashes', () => {
  const allowed = /^(decimal\.js|@bufbuild\/cel(\/.*)?|ipaddr\.js|croner|node:crypto)$/;
  expect(violations(({ path }, { target, own }) => path.startsWith('src/domain/') && !own && !allowed.test(target))).toEqual([]);
});

test('what a browser loads uses nothing of Node', () => {
  const browser = /^src\/(contract|components|trpc)\//;
  expect(violations(({ path }, { target }) => browser.test(path) && target.startsWith('node:'))).toEqual([]);
});
