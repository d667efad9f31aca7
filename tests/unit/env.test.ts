import { describe, expect, test } from 'vitest';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parseEnv, SettingsError } from '@/env';

const KEY = Buffer.alloc(32, 7).toString('base64');
const keys = { ENCRYPTION_KEY: KEY, AUTH_SECRET: KEY };

function dataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('defaults', () => {
  test('development listens on loopback, seeds a demo and lets webhooks go to this machine', () => {
    expect(parseEnv(keys)).toMatchObject({
      NODE_ENV: 'development',
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: '.data',
      JOB_ENGINE: 'embedded',
      SEED_DEMO: true,
      RATE_LIMIT_PER_SECOND: 10,
      RATE_LIMIT_BURST: 30,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: true,
      WEBHOOK_TIMEOUT_MS: 30_000,
      LOG_LEVEL: 'info',
    });
  });

  test('production listens on every interface, seeds nothing and keeps webhooks away from private addresses', () => {
    expect(parseEnv({ ...keys, NODE_ENV: 'production' })).toMatchObject({
      HOST: '0.0.0.0',
      SEED_DEMO: false,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: false,
    });
  });

  test('an empty value counts as unset', () => {
    expect(parseEnv({ ...keys, PORT: '', DATABASE_URL: ' ' })).toMatchObject({ PORT: 3000, DATABASE_URL: undefined });
  });
});

describe('a bad value is refused with one sentence that names the variable', () => {
  test.each([
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'nonsense'],
    ['NODE_ENV', 'staging'],
    ['JOB_ENGINE', 'cron'],
    ['SEED_DEMO', 'yes'],
    ['ADMIN_API_KEY', 'sk_live_1'],
    ['ENCRYPTION_KEY', 'short'],
    ['AUTH_SECRET', 'A'.repeat(44)],
    ['RATE_LIMIT_PER_SECOND', '-1'],
    ['WEBHOOK_TIMEOUT_MS', '0'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'localhost:3000'],
  ])('%s=%s', (name, value) => {
    const read = (): unknown => parseEnv({ ...keys, [name]: value });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(new RegExp(`^${name} must [^\\n]*\\.$`));
  });

  test('the inngest engine without its keys', () => {
    expect(() => parseEnv({ ...keys, JOB_ENGINE: 'inngest' })).toThrow(/^INNGEST_EVENT_KEY must be set/);
    expect(parseEnv({ ...keys, JOB_ENGINE: 'inngest', INNGEST_DEV: '1' }).JOB_ENGINE).toBe('inngest');
  });
});

describe('keys', () => {
  test('development makes them once under DATA_DIR, for this user alone, and finds them again', () => {
    const folder = dataDir();
    const first = parseEnv({ DATA_DIR: folder });
    expect(Buffer.from(first.ENCRYPTION_KEY, 'base64')).toHaveLength(32);
    expect(first.AUTH_SECRET).not.toBe(first.ENCRYPTION_KEY);
    expect(parseEnv({ DATA_DIR: folder })).toEqual(first);
    expect(statSync(join(folder, 'encryption.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'auth.key'), 'utf8')).toBe(first.AUTH_SECRET);
  });

  test.each(['ENCRYPTION_KEY', 'AUTH_SECRET'] as const)('production without %s does not start', (missing) => {
    const rest = { ...keys, [missing]: undefined };
    expect(() => parseEnv({ ...rest, NODE_ENV: 'production', DATA_DIR: dataDir() })).toThrow(
      new RegExp(`^${missing} must be set in production`),
    );
  });

  test('a DATA_DIR that cannot be written is named', () => {
    expect(() => parseEnv({ DATA_DIR: '/dev/null/data' })).toThrow(/^DATA_DIR \(\/dev\/null\/data\) must be a folder/);
  });
});
