/** Declares the rooms of the sources, and which may import which: what the tests enforce and docs/architecture.md shows. */

/** Folders by room; the first match decides, so narrower ones come first. */
export const ROOMS = {
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

export type Room = keyof typeof ROOMS;

/** What each room may use at run time, besides itself. */
export const MAY_USE: Record<Room, readonly Room[]> = {
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
export const MAY_KNOW: Partial<Record<Room, readonly Room[]>> = {
  db: ['contract'],
  api: ['db'],
  trpc: ['api'],
  components: ['platform', 'api'],
  app: ['db'],
};

export const roomOf = (path: string): Room | undefined => (Object.keys(ROOMS) as Room[]).find((room) => path.startsWith(ROOMS[room]));
