/**
 * Reads every setting of the service from the environment, once, validated and with its default.
 * No other module reads process.env; nothing is read before the first call of `env()`, so that
 * a build can load any module without settings.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { isHttpUrl, isKey32, Settings } from './env-schema';

/** A setting is missing or wrong; the message is one sentence that names it, fit to print alone. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type Parsed = z.output<typeof Settings>;
type SettingName = keyof Parsed;
type Source = Readonly<Record<string, string | undefined>>;

export interface Env extends Omit<
  Parsed,
  'HOST' | 'SEED_DEMO' | 'WEBHOOK_ALLOW_PRIVATE_TARGETS' | 'PUBLIC_URL' | 'ENCRYPTION_KEY' | 'AUTH_SECRET'
> {
  readonly HOST: string;
  readonly PUBLIC_URL: string;
  readonly SEED_DEMO: boolean;
  readonly WEBHOOK_ALLOW_PRIVATE_TARGETS: boolean;
  /** 32 bytes, base64: encrypts secrets at rest. */
  readonly ENCRYPTION_KEY: string;
  /** 32 bytes, base64: signs dashboard sessions. */
  readonly AUTH_SECRET: string;
}

/**
 * Validates a set of settings and fills in the defaults.
 * @throws SettingsError naming the first variable at fault.
 */
export function parseEnv(source: Source): Readonly<Env> {
  const present = Object.fromEntries(Object.keys(Settings.shape).map((name) => [name, source[name]?.trim() || undefined]));
  const result = Settings.safeParse(present);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new SettingsError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const settings = result.data;
  assertEngineHasKeys(settings);
  assertTokensAreBound(settings);
  const production = settings.NODE_ENV === 'production';
  return Object.freeze({
    ...settings,
    HOST: settings.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    SEED_DEMO: settings.SEED_DEMO ?? settings.NODE_ENV === 'development',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: settings.WEBHOOK_ALLOW_PRIVATE_TARGETS ?? !production,
    ENCRYPTION_KEY: settings.ENCRYPTION_KEY ?? generatedKey(settings, 'ENCRYPTION_KEY', 'encryption.key'),
    AUTH_SECRET: settings.AUTH_SECRET ?? generatedKey(settings, 'AUTH_SECRET', 'auth.key'),
  });
}

function assertEngineHasKeys(settings: Parsed): void {
  if (settings.JOB_ENGINE !== 'inngest' || settings.INNGEST_DEV) return;
  for (const name of ['INNGEST_EVENT_KEY', 'INNGEST_SIGNING_KEY'] as const) {
    if (!settings[name])
      throw new SettingsError(`${name} must be set when JOB_ENGINE is inngest, or set INNGEST_DEV for a local Inngest server.`);
  }
}

/** A token meant for another service of the same issuer must not be accepted here. */
function assertTokensAreBound({ JWT_ISSUER, JWT_AUDIENCE, JWT_JWKS_URL }: Parsed): void {
  if (JWT_ISSUER === undefined) return;
  if (JWT_AUDIENCE === undefined)
    throw new SettingsError('JWT_AUDIENCE must be set when JWT_ISSUER is: the audience that session tokens name.');
  if (JWT_JWKS_URL === undefined && !isHttpUrl(JWT_ISSUER))
    throw new SettingsError('JWT_JWKS_URL must be set when JWT_ISSUER is not an http or https address.');
}

/** The key kept in a file under DATA_DIR, generated on the first call; outside production only. */
function generatedKey(settings: Parsed, name: SettingName, fileName: string): string {
  if (settings.NODE_ENV === 'production') {
    throw new SettingsError(`${name} must be set in production: 32 bytes in base64, as \`openssl rand -base64 32\` prints them.`);
  }
  const path = join(settings.DATA_DIR, fileName);
  try {
    if (!existsSync(path)) {
      mkdirSync(settings.DATA_DIR, { recursive: true });
      // Written to a draft and linked: another process sees a whole key or none.
      const draft = `${path}.${process.pid}`;
      writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600 });
      linkUnlessExists(draft, path);
    }
  } catch {
    throw new SettingsError(`DATA_DIR (${settings.DATA_DIR}) must be a folder that this user can write to.`);
  }
  const key = readKeyFile(path);
  if (!isKey32(key))
    throw new SettingsError(`${name} could not be read from ${path}: it must hold 32 bytes in base64, or be removed to get a new key.`);
  return key;
}

function linkUnlessExists(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

let current: Readonly<Env> | undefined;

/**
 * The validated settings of this process, read on the first call.
 * @throws SettingsError naming the first variable at fault.
 */
export function env(): Readonly<Env> {
  current ??= parseEnv(process.env);
  return current;
}

/** The database to use. @throws SettingsError when neither the environment nor the embedded server has given one. */
export function databaseUrl(): string {
  const url = env().DATABASE_URL;
  if (!url) throw new SettingsError('DATABASE_URL must be set, or start the service with `npm run dev`, which brings its own database.');
  return url;
}

/** Passes settings found while starting (the embedded database's address) to this process and its children. */
export function publishSettings(values: Partial<Record<SettingName, string>>): void {
  Object.assign(process.env, values);
  current = undefined;
}

/** The environment for a child process, with `extra` on top. */
export function childEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...extra };
}
