/** The README and the documents beside it agree with the sources on settings, commands, files and routes. */
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { envExample, withSettingsTable } from '@/cli/settings-pages';
import { parseEnv, SettingsError, type Env } from '@/env';
import { appRouter } from '@/server/api/root';
import { RouteTable } from '@/server/rest/route-table';
import { MAY_USE, ROOMS, type Room } from './rooms';
import { ROOT } from './source';

const PAGES = [...readdirSync(ROOT).filter((name) => name.endsWith('.md')), ...globSync('docs/**/*.md', { cwd: ROOT }).sort()].map(
  (path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }),
);
const textOf = (path: string): string => PAGES.find((page) => page.path === path)!.text;
const KEY = Buffer.alloc(32, 7).toString('base64');
const KEYS = { ENCRYPTION_KEY: KEY, AUTH_SECRET: KEY };

describe('settings', () => {
  const rows = [...textOf('docs/operations.md').matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \| ([^|]*) \| ([^|]+) \|$/gm)].map((found) =>
    found.slice(1).map((cell) => cell.trim()),
  );
  const development = parseEnv({ ...KEYS, NODE_ENV: 'development' });
  const production = parseEnv({ ...KEYS, NODE_ENV: 'production' });

  const isRequiredInProduction = (name: string): boolean => {
    try {
      parseEnv({ ...KEYS, [name]: '', NODE_ENV: 'production' });
      return false;
    } catch (error) {
      return error instanceof SettingsError;
    }
  };

  const shown = (value: unknown): string => (value === undefined ? 'unset' : `\`${String(value)}\``);

  function expectedDefaults(name: keyof Env): readonly [string, string] {
    if (name === 'NODE_ENV') return [shown(parseEnv(KEYS).NODE_ENV), ''];
    if (isRequiredInProduction(name)) return ['generated', '**required**'];
    const [first, second] = [shown(development[name]), shown(production[name])];
    return [first, first === second ? '' : second];
  }

  test('the table names every setting, in the order in which they are declared, with its default and what it means', () => {
    expect(rows.map((cells) => cells.slice(0, 3))).toEqual(
      Object.keys(development).map((name) => [name, ...expectedDefaults(name as keyof Env)]),
    );
    expect(rows.filter(([, , , meaning]) => (meaning ?? '').length < 10)).toEqual([]);
  });

  test('the table and .env.example are as `npm run settings` would write them now', () => {
    const page = textOf('docs/operations.md');
    expect(withSettingsTable(page)).toBe(page);
    expect(readFileSync(join(ROOT, '.env.example'), 'utf8')).toBe(envExample());
  });

  test('.env.example names every setting, asks for what production requires, and can be read once it is filled in', () => {
    const lines = readFileSync(join(ROOT, '.env.example'), 'utf8').split('\n');
    const assigned = lines.flatMap((line) =>
      [...line.matchAll(/^(#?)([A-Z_]+)=(.*)$/g)].map(([, off, name, value]) => ({ off, name, value })),
    );
    const settings = assigned.filter(({ name }) => name !== 'POSTGRES_PASSWORD');
    expect(settings.map(({ name }) => name)).toEqual(Object.keys(development));
    expect(settings.filter(({ off }) => off === '').map(({ name }) => name)).toEqual(
      Object.keys(development).filter(isRequiredInProduction),
    );
    const filledIn = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
    expect(parseEnv({ ...filledIn, ...KEYS })).toEqual(development);
  });
});

describe('commands', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

  test('every script that is named exists, and nothing but npm scripts is asked for', () => {
    const named = PAGES.flatMap(({ text }) =>
      [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(([, run, short]) => run ?? short!),
    );
    expect(named).toEqual(expect.arrayContaining(['dev', 'test', 'build', 'start']));
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('every file that a script runs exists', () => {
    const files = Object.values(scripts).flatMap((command) =>
      [...command.matchAll(/\b(?:src|tests|prisma)\/[\w/.-]+/g)].map(([path]) => path),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe.each(PAGES)('$path', ({ path, text }) => {
  const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!).filter((target) => !/^https?:/.test(target));

  test('its links lead to files and headings that exist', () => {
    const broken = targets.filter((target) => {
      const [file = '', anchor] = target.split('#');
      if (file !== '') return !existsSync(join(ROOT, dirname(path), file));
      return !anchors.includes(anchor ?? '');
    });
    expect(broken).toEqual([]);
  });

  test('every path that it names in code type exists', () => {
    const named = [...text.matchAll(/`((?:src|tests|prisma)\/[\w/.()[\]-]*)`/g)].map(([, named]) => named!);
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

test('the README leads to every other page, or to the index of its folder, and is short enough to be read', () => {
  const linkedBy = (path: string): string[] =>
    [...textOf(path).matchAll(/\]\(([\w/.-]+\.md)\)/g)].map(([, target]) => join(dirname(path), target!));
  const linked = linkedBy('README.md');
  const reached = new Set([...linked, ...linked.filter((path) => path.endsWith('/README.md')).flatMap(linkedBy)]);
  expect(PAGES.map(({ path }) => path).filter((path) => path !== 'README.md' && !reached.has(path))).toEqual([]);
  expect(textOf('README.md').length).toBeLessThan(10_000);
});

test('the rooms of the architecture page may import what the tests let them', () => {
  const told = [...textOf('docs/architecture.md').matchAll(/^\| `((?:src|prisma)\/[\w/]*)` \| [^|]+ \|([^|]*)\|$/gm)].map(
    ([, folder, rooms]) => [folder, rooms!.trim()],
  );
  const shown = (Object.keys(ROOMS) as Room[]).filter((room) => room !== 'env');
  const enforced = shown.map((room) => [ROOMS[room], MAY_USE[room].filter((used) => used !== 'env').join(', ')]);
  expect(new Map(told as [string, string][])).toEqual(new Map(enforced as [string, string][]));
});

describe('decisions', () => {
  const records = PAGES.filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path));

  test('are numbered without a gap, and each fits on a page with its context, decision, evidence and consequences', () => {
    expect(records.length).toBeGreaterThan(5);
    expect(records.map(({ path }) => Number(/(\d{4})-/.exec(path)![1]))).toEqual(records.map((_, index) => index + 1));
    const parts = ['**Context.**', '**Decision.**', '**Evidence.**', '**Consequences.**'];
    const wrong = records.filter(({ text }) => text.length > 3_600 || !parts.every((part) => text.includes(part)));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('what exists so far', () => {
  const resourceOf = (path: string): string =>
    path
      .split('/')
      .slice(0, path.startsWith('/v1/admin/') ? 4 : 3)
      .join('/');
  const served = new Set(new RouteTable(appRouter).endpoints.map(({ route }) => resourceOf(route.path)));
  const [built = '', missing = ''] = textOf('docs/features.md').split(/^## Not yet$/m);
  const resourcesIn = (text: string): string[] => [...text.matchAll(/`(\/v1\/[a-z/-]+)`/g)].map(([, path]) => path!);

  test('every resource of the API is listed, and no other', () => {
    expect(new Set(resourcesIn(built))).toEqual(served);
  });

  test('nothing that is listed as missing is there', () => {
    expect(resourcesIn(missing).filter((path) => served.has(path))).toEqual([]);
  });
});
