/** Provides dashboard browser tests with a person per worker and an organization per test, signed in and ready. */
import { randomUUID } from 'node:crypto';
import { test as base, type APIRequestContext, type Locator, type Page } from '@playwright/test';

export const PASSWORD = 'correct horse battery';

export interface Account {
  readonly email: string;
  /** The session, as a Cookie header value. */
  readonly cookie: string;
}

export interface TestOrganization {
  readonly id: string;
  readonly name: string;
  /** Calls a mutation as the person and returns its result. */
  call<T = Record<string, unknown>>(procedure: string, input: unknown): Promise<T>;
  /** Calls a query as the person. */
  read<T = Record<string, unknown>>(procedure: string, input: unknown): Promise<T>;
}

interface Fixtures {
  organization: TestOrganization;
  /** A page of the signed-in person, in the test's organization. */
  dashboard: Page;
  /** Whether the organization is a sandbox. */
  sandbox: boolean;
}

interface WorkerFixtures {
  /** Base URL of the service, without a trailing slash. */
  origin: string;
  account: Account;
}

const ACCOUNTS = { name: 'Grace Hopper' };

/** Sends a request as a browser; without `cookie`, one that is not signed in. */
export async function post(request: APIRequestContext, origin: string, path: string, data: unknown, cookie?: string) {
  const answer = await request.post(`${origin}${path}`, { data, headers: { origin, ...(cookie ? { cookie } : {}) } });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return answer;
}

/** Registers a new account. */
export async function register(request: APIRequestContext, origin: string): Promise<Account> {
  const email = `${randomUUID()}@example.com`;
  const answer = await post(request, origin, '/api/auth/sign-up/email', { ...ACCOUNTS, email, password: PASSWORD });
  const cookie = answer
    .headersArray()
    .filter(({ name }) => name.toLowerCase() === 'set-cookie')
    .map(({ value }) => value.split(';')[0])
    .join('; ');
  return { email, cookie };
}

/** Creates an organization owned by this person. */
export async function createOrganization(
  request: APIRequestContext,
  origin: string,
  { cookie }: Account,
  mode: 'LIVE' | 'SANDBOX',
): Promise<TestOrganization> {
  const name = `Acme ${randomUUID().slice(0, 8)}`;
  const created = await post(request, origin, '/api/auth/organization/create', { name, slug: randomUUID(), mode }, cookie);
  const { id } = (await created.json()) as { id: string };
  return {
    id,
    name,
    call: async <T>(procedure: string, input: unknown) => {
      const answer = await post(request, origin, `/api/trpc/${procedure}`, input, cookie);
      return ((await answer.json()) as { result: { data: T } }).result.data;
    },
    read: async <T>(procedure: string, input: unknown) => {
      const path = `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
      const answer = await request.get(`${origin}${path}`, { headers: { cookie } });
      if (!answer.ok()) throw new Error(`${procedure} answered ${answer.status()}: ${await answer.text()}`);
      return ((await answer.json()) as { result: { data: T } }).result.data;
    },
  };
}

/** Gives the browser a person's session. */
export async function signIn(page: Page, origin: string, { cookie }: Account): Promise<void> {
  const [name = '', ...value] = cookie.split('=');
  await page.context().addCookies([{ name, value: value.join('='), url: origin }]);
}

/** Signs in with one of the person's organizations selected. */
export async function enter(page: Page, origin: string, account: Account, { id }: Pick<TestOrganization, 'id'>): Promise<void> {
  await signIn(page, origin, account);
  await post(page.request, origin, '/api/auth/organization/set-active', { organizationId: id });
}

/** Replaces the text of an expression editor by keyboard, as a person does: it picks up a scripted selection only later. */
export async function rewrite(editor: Locator, text: string): Promise<void> {
  const { keyboard } = editor.page();
  await editor.click();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.insertText(text);
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sandbox: [false, { option: true }],

  origin: [async ({ browserName: _ }, use, { project }) => use(project.use.baseURL ?? ''), { scope: 'worker' }],

  account: [
    async ({ playwright, origin }, use) => {
      const request = await playwright.request.newContext();
      await use(await register(request, origin));
      await request.dispose();
    },
    { scope: 'worker' },
  ],

  organization: async ({ playwright, account, origin, sandbox }, use) => {
    const request = await playwright.request.newContext();
    await use(await createOrganization(request, origin, account, sandbox ? 'SANDBOX' : 'LIVE'));
    await request.dispose();
  },

  dashboard: async ({ page, account, organization, origin }, use) => {
    await enter(page, origin, account, organization);
    await use(page);
  },
});

export { expect } from '@playwright/test';

export interface Program {
  readonly id: string;
  readonly assetId: string;
}

/** A program that gives points for purchases. */
export async function loyaltyProgram({ call }: TestOrganization): Promise<Program> {
  const program = await call<{ id: string }>('programs.create', { name: 'Loyalty' });
  const asset = await call<{ id: string }>('assets.create', {
    name: 'Points',
    symbol: 'PTS',
    scale: 2,
    inventory_mode: 'SIMPLE',
    issuance_policy: 'UNLIMITED',
    program_ids: [program.id],
  });
  await call('rules.create', {
    program_id: program.id,
    name: 'Cashback',
    condition: 'event.type == "purchase" && event.amount >= 50',
    actions: [{ type: 'CREDIT', amount: '{{ event.amount * 0.1 }}', asset_id: asset.id }],
  });
  return { id: program.id, assetId: asset.id };
}

/** A program whose participants Ada and Grace have 100 points each. */
export async function club({ call }: TestOrganization): Promise<Program & { readonly ada: string; readonly grace: string }> {
  const program = await call<{ id: string }>('programs.create', { name: 'Loyalty' });
  const points = { name: 'Points', symbol: 'PTS', scale: 2, inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' };
  const asset = await call<{ id: string }>('assets.create', { ...points, program_ids: [program.id] });
  const join = async (external_id: string, display_name: string) => {
    const { id } = await call<{ id: string }>('participants.upsert', { external_id, display_name, program_id: program.id });
    const credit = { type: 'CREDIT', amount: '100', description: 'Welcome', idempotency_key: randomUUID() };
    await call('participants.balances.adjust', { id, program_id: program.id, asset_id: asset.id, ...credit });
    return id;
  };
  return { id: program.id, assetId: asset.id, ada: await join('ada', 'Ada'), grace: await join('grace', 'Grace') };
}

/** As for whoever edited a condition as CEL once: the browser remembers it. */
export const conditionsAsCel = (page: Page): Promise<unknown> => page.addInitScript(() => localStorage.setItem('condition-view', 'CEL'));

/** Moves the pointer as whoever has come to a page does, once the page can notice it; what is loaded for people alone begins to load. */
export async function beginToUse(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__react')));
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
}
