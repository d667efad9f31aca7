/** Imports point in one direction only, so that every layer can be read and tested without those above it. */
import { describe, expect, test } from 'vitest';
import { sources, type Import, type SourceFile } from './source';

/** Folders by room; the first match decides, so narrower ones come first. */
const ROOMS = {
  domain: 'src/domain/',
  contract: 'src/contract/',
  env: 'src/env',
  platform: 'src/server/platform/',
  db: 'src/server/db/',
  access: 'src/server/access/',
  observability: 'src/server/observability/',
  fulfillment: 'src/server/fulfillment/',
  services: 'src/server/services/',
  api: 'src/server/api/',
  rest: 'src/server/rest/',
  mcp: 'src/server/mcp/',
  dashboard: 'src/server/dashboard/',
  jobs: 'src/jobs/',
  trpc: 'src/trpc/',
  components: 'src/components/',
  styles: 'src/styles/',
  app: 'src/app/',
  prisma: 'prisma/',
  cli: 'src/cli/',
  demo: 'src/demo/',
} as const;

type Room = keyof typeof ROOMS;

/** What each room may use at run time, besides itself. */
const MAY_USE: Record<Room, readonly Room[]> = {
  domain: [],
  contract: ['domain'],
  env: [],
  platform: ['domain', 'contract', 'env'],
  db: ['domain', 'platform', 'env'],
  access: ['domain', 'contract', 'db', 'platform', 'env'],
  observability: ['domain', 'contract', 'db', 'platform', 'env'],
  fulfillment: ['domain', 'contract', 'platform', 'env'],
  services: ['domain', 'contract', 'db', 'fulfillment', 'platform', 'access', 'observability', 'env'],
  api: ['domain', 'contract', 'services', 'platform', 'access', 'observability', 'env'],
  jobs: ['domain', 'contract', 'services', 'platform', 'access', 'observability', 'env'],
  rest: ['domain', 'contract', 'api', 'platform', 'access', 'observability', 'env'],
  mcp: ['domain', 'contract', 'api', 'rest', 'platform', 'access', 'observability', 'env'],
  dashboard: ['domain', 'contract', 'services', 'api', 'db', 'platform', 'access', 'observability', 'env'],
  trpc: ['domain', 'contract'],
  components: ['domain', 'contract', 'trpc', 'styles'],
  styles: [],
  app: [
    'domain',
    'contract',
    'services',
    'api',
    'rest',
    'mcp',
    'jobs',
    'dashboard',
    'platform',
    'access',
    'observability',
    'env',
    'trpc',
    'components',
    'styles',
  ],
  prisma: ['domain', 'contract', 'services', 'db', 'dashboard', 'platform', 'access', 'observability', 'env', 'cli', 'demo'],
  cli: ['domain', 'contract', 'services', 'db', 'jobs', 'rest', 'mcp', 'platform', 'access', 'observability', 'env', 'prisma', 'demo'],
  demo: ['domain', 'contract', 'services', 'api', 'platform', 'access', 'observability', 'env'],
};

/** What each room may import as types only: a row it presents, the router behind the client. */
const MAY_KNOW: Partial<Record<Room, readonly Room[]>> = {
  db: ['contract'],
  api: ['db'],
  trpc: ['api'],
  components: ['platform', 'api'],
  app: ['db'],
};

const roomOf = (path: string): Room | undefined => (Object.keys(ROOMS) as Room[]).find((room) => path.startsWith(ROOMS[room]));

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
