/** A holder's timeline: complete, chronological, paged without gaps or repeats, and of nobody else. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { TimelinePage, TimelineRow } from '@/contract/timeline';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { processDueEvents } from '@tests/support/jobs';
import { ownedOrganization, type Person } from '@tests/support/people';
import type { z } from 'zod';
import { redate } from '@tests/support/event-records';

afterAll(closeDatabase);

type Page = z.infer<typeof TimelinePage>;

async function must<T>(answer: Promise<{ data?: unknown; failure?: unknown }>): Promise<T> {
  const { data, failure } = await answer;
  if (failure) throw new Error(JSON.stringify(failure));
  return data as T;
}

const make = (owner: Person, procedure: string, input: unknown) => must<{ id: string }>(owner.mutate(procedure, input));

const page = (owner: Person, id: string, query: Record<string, unknown> = {}, kind = 'participants') =>
  must<Page>(owner.query(`${kind}.activity.timeline`, { id, ...query }));

async function everything(owner: Person, id: string, query: Record<string, unknown> = {}): Promise<TimelineRow[]> {
  const rows: TimelineRow[] = [];
  let cursor: string | undefined;
  do {
    const { data, pagination } = await page(owner, id, { ...query, cursor });
    rows.push(...data);
    cursor = pagination.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

/** Ada earns from two events, commits one reservation and cancels another, is adjusted, transfers to Bob, redeems, reserves, cancels, is refunded, and is tagged. */
async function busyAda() {
  const { id: organizationId, owner } = await ownedOrganization();
  const program = await make(owner, 'programs.create', { name: 'Loyalty' });
  const asset = await make(owner, 'assets.create', {
    name: 'Points',
    symbol: 'PTS',
    scale: 2,
    inventory_mode: 'LOT',
    issuance_policy: 'UNLIMITED',
    program_ids: [program.id],
  });
  const value = { program_id: program.id, asset_id: asset.id };
  await make(owner, 'rules.create', {
    program_id: program.id,
    name: 'Purchase',
    condition: 'true',
    actions: [
      { type: 'CREDIT', amount: '100', asset_id: asset.id },
      { type: 'COUNTER', key: 'purchases', operation: 'INCREMENT', value: '1' },
    ],
  });
  const ada = await make(owner, 'participants.upsert', { external_id: 'ada', program_id: program.id });
  const bob = await make(owner, 'participants.upsert', { external_id: 'bob', program_id: program.id });
  for (const idempotency_key of ['e1', 'e2']) {
    await make(owner, 'events.ingest', {
      program_id: program.id,
      participant_id: ada.id,
      idempotency_key,
      event_data: { type: 'purchase' },
    });
  }
  await processDueEvents(organizationId);
  const reserve = (idempotency_key: string) =>
    make(owner, 'decisions.decide', {
      program_id: program.id,
      participant_id: ada.id,
      idempotency_key,
      mode: 'RESERVE',
      event_data: { type: 'purchase' },
    });
  await make(owner, 'decisions.commit', { id: (await reserve('d1')).id });
  const dropped = await reserve('d2');
  await make(owner, 'decisions.cancel', { id: dropped.id, reason: 'Left the shop' });
  const keyed = () => ({ ...value, idempotency_key: randomUUID() });
  await make(owner, 'participants.balances.adjust', { id: ada.id, ...value, type: 'CREDIT', amount: '5', description: 'Goodwill' });
  await make(owner, 'participants.balances.hold', { id: ada.id, ...value, amount: '7', reference_id: 'order-77', description: 'Order' });
  await make(owner, 'transfers.create', {
    ...keyed(),
    source_participant_id: ada.id,
    recipients: [{ participant_id: bob.id, amount: '3' }],
  });
  const redeemed = await make(owner, 'participants.redemptions.redeemAmount', { id: ada.id, ...keyed(), amount: '10' });
  await make(owner, 'redemptions.reverse', { id: redeemed.id, reason: 'Returned', amount: '10', idempotency_key: randomUUID() });
  const reserved = await make(owner, 'participants.redemptions.redeemAmount', { id: ada.id, ...keyed(), amount: '4', mode: 'PENDING' });
  await make(owner, 'redemptions.cancel', { id: reserved.id });
  await make(owner, 'participants.state.changeTags', { id: ada.id, add: ['vip', 'early'] });
  return { organizationId, owner, ada: ada.id, bob: bob.id, dropped: dropped.id, redeemed: redeemed.id, reserved: reserved.id };
}

test('every event, reservation without an event, entry and change of state stands in the timeline once, newest first, whatever the size of a page', async () => {
  const { owner, ada, organizationId } = await busyAda();
  const rows = await everything(owner, ada, { limit: 200 });
  const stored = await statement<{ key: string }>(
    `SELECT 'EVENT/' || id AS key FROM events WHERE organization_id = $1 AND participant_id = $2
     UNION SELECT 'DECISION/' || id FROM decisions WHERE organization_id = $1 AND participant_id = $2 AND status = 'CANCELLED'
     UNION SELECT 'ENTRY/' || entry_id FROM postings WHERE organization_id = $1 AND account_id = $2
     UNION SELECT 'STATE/' || sequence FROM state_history WHERE organization_id = $1 AND subject_id = $2`,
    [organizationId, ada],
  );
  expect(rows.map(({ key }) => key).toSorted()).toEqual(stored.map(({ key }) => key).toSorted());
  const times = rows.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  for (const limit of [2, 7]) {
    expect((await everything(owner, ada, { limit })).map(({ key }) => key)).toEqual(rows.map(({ key }) => key));
  }
});

test('rows of one instant are paged without gaps or repeats, effects above their causes', async () => {
  const { owner, ada, organizationId } = await busyAda();
  const sent = await statement<{ id: string; at: Date }>(
    'SELECT id, (SELECT max(created_at) FROM state_history WHERE organization_id = $1) AS at FROM events WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  );
  for (const { id, at } of sent) await redate(id, at);
  const rows = await everything(owner, ada, { limit: 200 });
  const [newest] = rows;
  const together = rows.filter(({ at }) => at === newest?.at).map(({ kind }) => kind);
  expect(together.slice(0, 2)).toEqual(['STATE', 'STATE']);
  expect(together.slice(-2)).toEqual(['EVENT', 'EVENT']);
  expect((await everything(owner, ada, { limit: 1 })).map(({ key }) => key)).toEqual(rows.map(({ key }) => key));
});

test('a filter keeps one kind, in the same order', async () => {
  const { owner, ada, redeemed, reserved } = await busyAda();
  const all = await everything(owner, ada, { limit: 200 });
  const kept = (kind: string, keep: (row: TimelineRow) => boolean) =>
    everything(owner, ada, { kind, limit: 2 }).then((rows) =>
      expect([kind, rows.map(({ key }) => key)]).toEqual([kind, all.filter(keep).map(({ key }) => key)]),
    );
  await kept('DECISION', ({ kind }) => kind === 'DECISION');
  await kept('EVENT', ({ kind }) => kind === 'EVENT');
  await kept('STATE', ({ kind }) => kind === 'STATE');
  await kept('ENTRY', ({ kind }) => kind === 'ENTRY');
  await kept('TRANSFER', (row) => row.kind === 'ENTRY' && row.entry.transfer !== null);
  await kept('REDEMPTION', (row) => row.kind === 'ENTRY' && row.entry.redemption !== null);
  const parts = all.flatMap((row) => (row.kind === 'ENTRY' && row.entry.redemption ? [row.entry.redemption] : []));
  expect(parts.map(({ id, part }) => [id, part])).toEqual([
    [reserved, 'RELEASED'],
    [reserved, 'PLACED'],
    [redeemed, 'REVERSED'],
    [redeemed, 'PLACED'],
  ]);
});

test('a reservation that ended without an event tells how, and one that was committed is its event', async () => {
  const { owner, ada, dropped } = await busyAda();
  const { data } = await page(owner, ada, { kind: 'DECISION' });
  expect(data).toMatchObject([{ kind: 'DECISION', decision: { id: dropped, status: 'CANCELLED', reason: 'Left the shop' } }]);
  const committed = (await everything(owner, ada, { kind: 'EVENT' })).flatMap((row) =>
    row.kind === 'EVENT' && row.event.idempotency_key === 'd1' ? [row.event.id] : [],
  );
  expect(committed).toHaveLength(1);
  const { data: deciding } = await must<{ data: unknown[] }>(owner.query('decisions.list', { event_id: committed[0] }));
  expect(deciding).toMatchObject([{ status: 'COMMITTED', event_id: committed[0], idempotency_key: 'd1' }]);
});

test('an entry tells what it moved for this holder, by which rule, and who was on the other side', async () => {
  const { owner, ada, bob } = await busyAda();
  const entriesOf = async (id: string) => (await everything(owner, id)).flatMap((row) => (row.kind === 'ENTRY' ? [row.entry] : []));
  const [mine, theirs] = [await entriesOf(ada), await entriesOf(bob)];
  expect(mine.filter(({ rule_name }) => rule_name === 'Purchase').map(({ movements }) => movements[0]?.amount)).toEqual([
    '100.00',
    '100.00',
    '100.00',
  ]);
  expect(mine.find(({ type }) => type === 'HOLD')?.movements.map(({ bucket, amount }) => [bucket, amount])).toEqual(
    expect.arrayContaining([
      ['AVAILABLE', '-4.00'],
      ['HELD', '4.00'],
    ]),
  );
  expect(mine.find(({ transfer }) => transfer)).toMatchObject({
    transfer: { sent: true, participant_id: bob },
    movements: [{ amount: '-3.00' }],
  });
  expect(theirs).toMatchObject([{ transfer: { sent: false, participant_id: ada, recipient_count: 1 }, movements: [{ amount: '3.00' }] }]);
});

test('`until` shows what had happened by then and nothing later', async () => {
  const { owner, ada } = await busyAda();
  const all = await everything(owner, ada, { limit: 200 });
  const until = all[4]!.at;
  const then = await everything(owner, ada, { until, limit: 3 });
  expect(then.map(({ key }) => key)).toEqual(all.filter(({ at }) => at <= until).map(({ key }) => key));
});

test('a timeline is closed to other organizations, and its cursor to other holders and filters', async () => {
  const { owner, ada, bob } = await busyAda();
  const other = await ownedOrganization();
  expect((await other.owner.query('participants.activity.timeline', { id: ada })).failure?.code).toBe('not_found');
  const { next_cursor: cursor } = (await page(owner, ada, { limit: 1 })).pagination;
  for (const input of [{ id: bob }, { id: ada, kind: 'STATE' }]) {
    expect((await owner.query('participants.activity.timeline', { ...input, cursor })).failure?.code).toBe('invalid_cursor');
  }
});

test('a group has a timeline of its own', async () => {
  const { owner, ada } = await busyAda();
  const group = await make(owner, 'groups.create', { name: 'Team', members: [{ participant_id: ada, role: 'ADMIN' }] });
  expect((await page(owner, group.id, {}, 'groups')).data).toEqual([]);
  await make(owner, 'groups.state.changeTags', { id: group.id, add: ['vip'] });
  expect((await page(owner, group.id, {}, 'groups')).data).toMatchObject([{ kind: 'STATE', change: { key: 'vip', operation: 'ADD' } }]);
});
