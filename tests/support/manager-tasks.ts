/** Sets up what program managers do in the dashboard, and shows by events that it works. */
import type { Locator, Page } from '@playwright/test';
import { expect, type TestOrganization } from './dashboard';
import type { Manager } from './manager';

interface Prepared {
  readonly programId: string;
  readonly assetId: string;
}

/** A program with one asset, which was sent some events; a condition can be about what they have. */
export async function program(
  { call }: TestOrganization,
  { events, ...asset }: { name: string; symbol: string; inventory_mode?: 'SIMPLE' | 'LOT'; events: readonly object[] },
): Promise<Prepared> {
  const { id } = await call<{ id: string }>('programs.create', { name: 'Loyalty', timezone: 'Europe/Berlin' });
  const kind = { scale: 2, inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED', program_ids: [id] };
  const made = await call<{ id: string }>('assets.create', { ...kind, ...asset });
  for (const data of events)
    await call('events.ingest', { program_id: id, external_id: 'seen', event_data: data, idempotency_key: crypto.randomUUID() });
  return { programId: id, assetId: made.id };
}

/** Sends an event and waits until it has been processed. @returns its id. */
export async function send(
  { call, read }: TestOrganization,
  programId: string,
  who: string,
  data: object,
  also: { readonly at?: string; readonly codes?: readonly string[] } = {},
): Promise<string> {
  const event = { program_id: programId, external_id: who, event_data: data, idempotency_key: crypto.randomUUID(), codes: also.codes };
  const { id } = await call<{ id: string }>('events.ingest', { ...event, event_timestamp: also.at });
  await expect.poll(async () => (await read<{ status: string }>('events.get', { id })).status).toBe('COMPLETED');
  return id;
}

/** What somebody has, as `available` and, where there is some, `deferred`. */
export async function balance({ read }: TestOrganization, who: string, bucket: 'available' | 'deferred' = 'available'): Promise<string> {
  const { data } = await read<{ data: Record<string, string>[] }>('participants.balances.list', { id: `ext:${who}` });
  return data[0]?.[bucket] ?? '0';
}

export const move = (organization: TestOrganization, by: string) => organization.call('sandbox.advanceClock', { by });

export const condition = (page: Page): Locator => page.getByRole('group', { name: 'Condition as blocks' });
export const action = (page: Page, number = 1): Locator => page.getByRole('listitem', { name: `Action ${number}` });

export async function beginRule({ page, write }: Manager, programId: string, name: string): Promise<void> {
  await page.goto(`/rules/new?program=${programId}`);
  await write(page.getByLabel('Name'), name);
}

export async function typeIs({ page, addCondition, type }: Manager, kind: string): Promise<void> {
  await addCondition(condition(page), 'type', 'Event: type');
  await type(kind);
}

export async function createRule({ page, click }: Manager): Promise<void> {
  await click(page.getByRole('button', { name: 'Create rule' }));
  await expect(page).toHaveURL(/\/rules\/[0-9a-f-]{36}/);
}

/** The form never asked for code, and shows none as code. */
export async function noCode(page: Page): Promise<void> {
  await expect(page.getByLabel('CEL expression')).toHaveCount(0);
  await expect(page.getByLabel('Cron expression')).toHaveCount(0);
}
