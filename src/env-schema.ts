/**
 * Declares every setting of the service: its name in the environment, what it may be, its default and what it means. `npm run settings`
 * writes the table of docs/operations.md and .env.example from here.
 */
import { z } from 'zod';

const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
  .transform((value) => value === 'true' || value === '1');

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `must be a whole number from ${min} to ${max}` });

export const isKey32 = (value: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(value);
const key32 = z.string().refine(isKey32, { error: 'must be 32 bytes in base64, as `openssl rand -base64 32` prints them' });

const isPostgresUrl = (value: string): boolean => {
  try {
    return ['postgres:', 'postgresql:'].includes(new URL(value).protocol);
  } catch {
    return false;
  }
};

export const isHttpUrl = (value: string): boolean => {
  try {
    return ['http:', 'https:'].includes(new URL(value).protocol);
  } catch {
    return false;
  }
};

const httpUrl = z.string().refine(isHttpUrl, { error: 'must be an http or https address' });

export const Settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('development')
    .describe('set by `npm run dev` and `npm start`'),
  PORT: whole(1, 65_535).default(3000).describe('where to listen'),
  HOST: z.string().optional().describe('which interface to listen on'),
  PUBLIC_URL: httpUrl
    .transform((value) => value.replace(/\/+$/, ''))
    .optional()
    .describe('where users reach the service; follows `PORT` unless set'),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, { error: 'must look like postgresql://user:password@host:5432/database' })
    .optional()
    .describe('the Postgres to use; unset: the embedded one'),
  DATABASE_POOL_SIZE: whole(3, 200).default(10).describe('connections each process may hold'),
  EVENT_LANES: whole(1, 64)
    .optional()
    .describe(
      'how many batches of one program a process has in progress at once while a backlog of events waits, at most half of its connections; unset: the number of cores, at least two',
    ),
  DATA_DIR: z.string().default('.data').describe('folder of the embedded Postgres and of generated keys'),
  JOB_ENGINE: z
    .enum(['embedded', 'inngest'], { error: 'must be embedded or inngest' })
    .default('embedded')
    .describe('what wakes the jobs: `embedded` or `inngest`'),
  INNGEST_DEV: z.string().optional().describe('address of a local Inngest server, or `1`'),
  INNGEST_BASE_URL: z
    .url({ error: 'must be an http or https address', protocol: /^https?$/ })
    .optional()
    .describe("address of an Inngest server of your own; unset: Inngest's cloud"),
  INNGEST_EVENT_KEY: z.string().optional().describe('required with `JOB_ENGINE=inngest`, unless `INNGEST_DEV` is set'),
  INNGEST_SIGNING_KEY: z.string().optional().describe('required with `JOB_ENGINE=inngest`, unless `INNGEST_DEV` is set'),
  SEED_DEMO: flag.optional().describe('whether a first start makes the demo organization'),
  SERVE_DASHBOARD: flag.default(true).describe('`false`: the API and the jobs without the pages'),
  OPEN_SIGN_UP: flag.default(false).describe('whether anybody may register; otherwise only the first person and those who were invited'),
  ADMIN_API_KEY: z
    .string()
    .regex(/^sk_admin_[A-Za-z0-9_-]{16,}$/, { error: 'must be sk_admin_ followed by at least 16 letters or digits' })
    .optional()
    .describe('`sk_admin_…`, opens `/v1/admin/organizations`'),
  ENCRYPTION_KEY: key32.optional().describe('32 bytes in base64; encrypts webhook secrets and the keys of gift-card providers'),
  ENCRYPTION_KEY_PREVIOUS: key32.optional().describe('the previous key, while you rotate keys: still decrypts'),
  AUTH_SECRET: key32.optional().describe('32 bytes in base64; signs dashboard sessions, encrypts second factors'),
  JWT_ISSUER: z.string().optional().describe('who signs session tokens, as their `iss` says; unset: none are accepted'),
  JWT_AUDIENCE: z.string().optional().describe('what the `aud` of session tokens must name; required with `JWT_ISSUER`'),
  JWT_JWKS_URL: httpUrl.optional().describe("where the issuer's public keys are; unset: `/.well-known/jwks.json` below the issuer"),
  JWT_ORGANIZATION_CLAIM: z.string().default('org_id').describe('claim of session tokens that names the organization, by its id'),
  JWT_ROLE_CLAIM: z
    .string()
    .default('role')
    .describe('claim of session tokens that names the role: `OWNER`, `ADMIN`, `MEMBER` or `VIEWER`'),
  METRICS_TOKEN: z.string().optional().describe('bearer token for `/metrics`; unset: only requests from this machine are answered'),
  RATE_LIMIT_PER_SECOND: whole(0, 1_000_000)
    .default(10)
    .describe('sustained requests per organization, over all processes; `0` turns limiting off'),
  RATE_LIMIT_BURST: whole(0, 1_000_000).default(30).describe('requests of an organization at once, over all processes'),
  CODE_ATTEMPTS_PER_PARTICIPANT: whole(0, 1_000_000)
    .default(10)
    .describe('unknown codes that a participant can try within ten minutes; `0` turns the limit off'),
  CODE_ATTEMPTS_PER_ORGANIZATION: whole(0, 100_000_000)
    .default(1_000)
    .describe('the same for all participants of an organization together'),
  WEBHOOK_ALLOW_PRIVATE_TARGETS: flag
    .optional()
    .describe('whether webhook endpoints may be `http` and at private addresses, and client documents of assistants at private addresses'),
  WEBHOOK_TIMEOUT_MS: whole(1, 600_000).default(30_000).describe('how long a webhook endpoint may take to answer'),
  REQUEST_LOG_DAYS: whole(1, 3_650).default(30).describe('how many days the log keeps API requests'),
  EVALUATION_DAYS: whole(1, 36_500)
    .default(365)
    .describe('how many days what each rule decided on an event is kept; the event and its status always are'),
  WEBHOOK_DAYS: whole(1, 3_650)
    .default(90)
    .describe('how many days webhooks, their deliveries and attempts are kept after they were created, by whole months'),
  RETENTION_EXPORT_DIR: z
    .string()
    .optional()
    .describe(
      'a folder into which each day or month of rows is written, as compressed JSON lines, before it is dropped for its age; unset: nothing is written',
    ),
  FULFILLMENT_TIMEOUT_MS: whole(1, 600_000).default(15_000).describe('how long a gift-card provider may take to answer'),
  TREMENDOUS_BASE_URL: httpUrl
    .transform((value) => value.replace(/\/+$/, ''))
    .optional()
    .describe("another address for the API of Tremendous, such as a test server; unset: the provider's own"),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a level such as info or debug' })
    .default('info')
    .describe('the least severe level that is logged; as JSON lines in production, readable in development'),
});
