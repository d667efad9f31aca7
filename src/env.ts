/**
 * Reads every setting of the service from the environment, once, validated and with its default.
 * No other module reads process.env; nothing is read before the first call of `env()`, so that
 * a build can load any module without settings.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A setting is missing or wrong; the message is one sentence that names it, fit to print alone. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
  .transform((value) => value === 'true' || value === '1');

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `must be a whole number from ${min} to ${max}` });

const isKey32 = (value: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(value);
const key32 = z.string().refine(isKey32, { error: 'must be 32 bytes in base64, as `openssl rand -base64 32` prints them' });

const isPostgresUrl = (value: string): boolean => {
  try {
    return ['postgres:', 'postgresql:'].includes(new URL(value).protocol);
  } catch {
    return false;
  }
};

const isHttpUrl = (value: string): boolean => {
  try {
    return ['http:', 'https:'].includes(new URL(value).protocol);
  } catch {
    return false;
  }
};

const httpUrl = z.string().refine(isHttpUrl, { error: 'must be an http or https address' });

const Settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test'], { error: 'must be development, production or test' }).default('development'),
  PORT: whole(1, 65_535).default(3000),
  /** Interface to listen on. Unset: loopback in development, every interface in production. */
  HOST: z.string().optional(),
  /** Where users reach the service, without a trailing slash. Unset: http://localhost:PORT. */
  PUBLIC_URL: httpUrl.transform((value) => value.replace(/\/+$/, '')).optional(),
  DATABASE_URL: z.string().refine(isPostgresUrl, { error: 'must look like postgresql://user:password@host:5432/database' }).optional(),
  /** Connections each process may hold. */
  DATABASE_POOL_SIZE: whole(2, 200).default(10),
  /** How many turns of one program a process runs side by side while it has a backlog. Unset: the number of cores, at least two. */
  EVENT_LANES: whole(1, 64).optional(),
  DATA_DIR: z.string().default('.data'),
  JOB_ENGINE: z.enum(['embedded', 'inngest'], { error: 'must be embedded or inngest' }).default('embedded'),
  INNGEST_DEV: z.string().optional(),
  /** A self-hosted Inngest server. Unset: Inngest's cloud. */
  INNGEST_BASE_URL: z.url({ error: 'must be an http or https address', protocol: /^https?$/ }).optional(),
  INNGEST_EVENT_KEY: z.string().optional(),
  INNGEST_SIGNING_KEY: z.string().optional(),
  SEED_DEMO: flag.optional(),
  /** false: the API, its public pages and the jobs, without the dashboard. */
  SERVE_DASHBOARD: flag.default(true),
  /** Whether anybody may register in the dashboard; otherwise only the first person and those invited. */
  OPEN_SIGN_UP: flag.default(false),
  ADMIN_API_KEY: z
    .string()
    .regex(/^sk_admin_[A-Za-z0-9_-]{16,}$/, { error: 'must be sk_admin_ followed by at least 16 letters or digits' })
    .optional(),
  ENCRYPTION_KEY: key32.optional(),
  /** The ENCRYPTION_KEY before its rotation; still decrypts. */
  ENCRYPTION_KEY_PREVIOUS: key32.optional(),
  AUTH_SECRET: key32.optional(),
  /** Issuer of session tokens: their claim `iss`. Unset: none are accepted. */
  JWT_ISSUER: z.string().optional(),
  /** The audience that their claim `aud` must name. */
  JWT_AUDIENCE: z.string().optional(),
  /** URL of the issuer's public keys. Unset: `/.well-known/jwks.json` below the issuer. */
  JWT_JWKS_URL: httpUrl.optional(),
  /** Claims that hold the organization's id and the role in it. */
  JWT_ORGANIZATION_CLAIM: z.string().default('org_id'),
  JWT_ROLE_CLAIM: z.string().default('role'),
  METRICS_TOKEN: z.string().optional(),
  RATE_LIMIT_PER_SECOND: whole(0, 1_000_000).default(10),
  RATE_LIMIT_BURST: whole(0, 1_000_000).default(30),
  WEBHOOK_ALLOW_PRIVATE_TARGETS: flag.optional(),
  WEBHOOK_TIMEOUT_MS: whole(1, 600_000).default(30_000),
  /** How many days the log keeps an API request; whole days (UTC) are dropped. */
  REQUEST_LOG_DAYS: whole(1, 3_650).default(30),
  /** How many days the verdicts of rules on an event are kept; whole months (UTC) are forgotten. */
  EVALUATION_DAYS: whole(1, 36_500).default(365),
  /** How many days webhooks, their deliveries and attempts are kept after they were created; whole months (UTC) are dropped. */
  WEBHOOK_DAYS: whole(1, 3_650).default(90),
  /** A folder into which whatever is dropped for its age is written before, as compressed JSON lines. Unset: nothing is written. */
  RETENTION_EXPORT_DIR: z.string().optional(),
  FULFILLMENT_TIMEOUT_MS: whole(1, 600_000).default(15_000),
  /** Address of the Tremendous API, without a trailing slash. Unset: the provider's own. */
  TREMENDOUS_BASE_URL: httpUrl.transform((value) => value.replace(/\/+$/, '')).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a level such as info or debug' })
    .default('info'),
});

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
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
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
