/** Every invariant that the fault tests rely on is violated when rows break it, and holds otherwise. */
import { beforeAll, expect, test } from 'vitest';
import { databaseUrl } from '@/env';
import { deletePostings, updatePostings } from '@tests/support/entry-rows';
import { csv, importFile } from '@tests/support/imports';
import { brokenInvariants, type Query } from '@tests/support/invariants';
import { processDueEvents } from '@tests/support/jobs';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset } from '@tests/support/programs';
import { createEndpoint } from '@tests/support/webhooks';
import { withConnection } from '../../../prisma/connect';

// No other test may find the broken rows.
await useOwnDatabase();

/** A processed event that credited a LOT asset, a hold, an adjustment with a key, a transfer, and a pending event. */
beforeAll(async () => {
  const made = await programWithAsset({ inventory_mode: 'LOT' });
  const { api, program, asset } = made;
  await createEndpoint(api, 'http://127.0.0.1:1/hook');
  await made.addRule({ amount: '10', budgets: [{ asset_id: asset.id, scope: 'PROGRAM', limit: '100' }] });
  await made.send({ external_id: 'ada' });
  await processDueEvents(made.id);
  const operation = { program_id: program.id, asset_id: asset.id, description: 'Test' };
  const posted = [
    await api.post('/participants/ext:ada/balances/hold', { ...operation, amount: '4', reference_id: 'order-1' }),
    await api.post('/participants/ext:ada/balances/adjust', { ...operation, type: 'CREDIT', amount: '1', idempotency_key: 'key-1' }),
    await api.post('/participants', { external_id: 'ada', first_name: 'Ada', tags: ['vip'], attributes: { plan: { seats: 2 } } }),
  ];
  expect(posted.map(({ status }) => status)).toEqual([200, 200, 200]);
  await api.post('/participants', { external_id: 'cyd', program_id: program.id });
  const transfer = {
    program_id: program.id,
    asset_id: asset.id,
    source_external_id: 'ada',
    recipients: [{ external_id: 'cyd', amount: '2' }],
  };
  expect(await api.post('/transfers', { ...transfer, idempotency_key: 'key-2' })).toMatchObject({ status: 201 });
  await made.send({ external_id: 'bob' });
  const opening = csv('external_id,asset_symbol,opening_balance', `dee,${asset.symbol},3`);
  expect(await importFile(made, opening)).toMatchObject({ status: 201, body: { credited: 1 } });
});

/** Breaks rows with triggers disabled, returns the violated invariants, and rolls back. */
async function brokenBy(statement: string | null): Promise<string[]> {
  return withConnection(databaseUrl(), async (client) => {
    const query: Query = async (sql, values = []) => (await client.query(sql, [...values])).rows as never;
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    const { rowCount } = statement === null ? { rowCount: 0 } : await client.query(statement);
    if (statement !== null) expect(rowCount).toBeGreaterThan(0);
    const broken = await brokenInvariants(query);
    await client.query('ROLLBACK');
    return broken.map((sentence) => sentence.split(':')[0]!);
  });
}

const ONE_ENTRY = `(SELECT id FROM journal_entries WHERE event_id IS NOT NULL LIMIT 1)`;
const COPY_OF_ENTRY = `INSERT INTO journal_entries (id, organization_id, program_id, type, event_id, rule_id, created_at, account_types, accounts, assets, buckets, amounts)
  SELECT gen_random_uuid(), organization_id, program_id, type, event_id, rule_id, created_at, account_types, accounts, assets, buckets, amounts
  FROM journal_entries WHERE id = ${ONE_ENTRY}`;
const WAITS_OR_ENDED = 'an event waits in the queue once, or has an outcome that says when it ended and what each rule decided';
const UNDONE = `WITH undone AS (DELETE FROM event_outcomes WHERE status = 'COMPLETED' RETURNING *)
  INSERT INTO event_queue (organization_id, program_id, due_at, id, participant_id, lane)
  SELECT e.organization_id, e.program_id, time_of_id(e.id), e.id, e.participant_id, slot_of(e.participant_id) FROM undone u JOIN events e ON e.id = u.event_id`;
const ONE_LOT_LINE_TO_OVERDRAFT = `UPDATE lot_postings SET lot_id = NULL WHERE (entry_id, line, part) IN (
  SELECT m.entry_id, m.line, m.part FROM lot_postings m JOIN postings p ON p.entry_id = m.entry_id AND p.line = m.line WHERE p.bucket = 'AVAILABLE' LIMIT 1)`;
const copyOfEnvelope = (type: string): string => `INSERT INTO webhook_events (organization_id, id, type, api_version, data)
  SELECT organization_id, gen_random_uuid(), type, api_version, data FROM webhook_events WHERE type = '${type}' LIMIT 1`;

const endsOf = (
  outcome: string,
): string => `INSERT INTO webhook_attempts (organization_id, delivery_id, endpoint_id, webhook_event_id, attempted_at,
    number, duration_ms, response_status, attempt_count, late, outcome, exchange)
  SELECT organization_id, id, endpoint_id, webhook_event_id, due_at, 1, 1, 200, 1, false, '${outcome}', '' FROM webhook_queue`;

test('all hold for what the service itself has written', async () => {
  expect(await brokenBy(null)).toEqual([]);
});

test.each([
  ['the postings of an entry sum to zero per asset, and are at least two', updatePostings({ amount: 'amount * 2' }, 'bucket IS NULL')],
  ['the postings of an entry sum to zero per asset, and are at least two', deletePostings(`entry_id = ${ONE_ENTRY} AND line = 0`)],
  ['all postings of an asset sum to zero', updatePostings({ amount: 'amount * 2' }, 'bucket IS NULL')],
  ['a cached balance is the sum of its postings', `UPDATE balances SET available = available + 1`],
  ['a cached balance is the sum of its postings', `DELETE FROM balances`],
  ['the statement of an account is what entries posted to it', `UPDATE account_entries SET amount = amount + 1`],
  ['the statement of an account is what entries posted to it', `DELETE FROM account_entries`],
  ['what is left in a lot is the sum of what was put in and taken out', `UPDATE lots SET remaining = remaining / 2 WHERE remaining > 0`],
  ['a posting of a LOT asset is made of lots to the last digit', `DELETE FROM lot_postings`],
  [
    'a bucket of a LOT asset holds what is left in its lots, less the overdraft',
    `UPDATE lots SET bucket = 'DEFERRED' WHERE bucket = 'HELD'`,
  ],
  ['a hold is the sum of what was posted to HELD under its reference', `UPDATE holds SET amount = amount + 1`],
  ['a hold is the sum of what was posted to HELD under its reference', `DELETE FROM holds`],
  ['a hold of a LOT asset is what is left in the lots under it', `UPDATE lots SET reference_id = 'order-2' WHERE bucket = 'HELD'`],
  ['a hold of a LOT asset is what is left in the lots under it', `UPDATE lots SET remaining = 0 WHERE bucket = 'HELD'`],
  ['an account that is overdrawn has nothing in its AVAILABLE lots', ONE_LOT_LINE_TO_OVERDRAFT],
  ['a budget has consumed no more than its rule ever credited under it', `UPDATE budget_usage SET consumed = consumed + 1`],
  ['an entry is a transfer exactly when a transfer tells of it, and that tells what it posted', `DELETE FROM transfers`],
  [
    'an entry is a transfer exactly when a transfer tells of it, and that tells what it posted',
    `UPDATE transfer_recipients SET amount = amount + 1`,
  ],
  ['the entries of an event are those that its evaluation names, each once', COPY_OF_ENTRY],
  ['the entries of an event are those that its evaluation names, each once', `UPDATE event_outcomes SET evaluations = '[]'`],
  ['only a completed event has entries', UNDONE],
  [WAITS_OR_ENDED, `DELETE FROM event_outcomes`],
  [WAITS_OR_ENDED, `UPDATE event_outcomes SET evaluations = NULL`],
  [WAITS_OR_ENDED, `DELETE FROM event_queue`],
  ['what waits or has an outcome is an event', `DELETE FROM events`],
  ['the participants of an event are enrolled in its program', `DELETE FROM program_participants`],
  ['an event that completed has one event.completed envelope, any other none', copyOfEnvelope('event.completed')],
  ['an event that completed has one event.completed envelope, any other none', `DELETE FROM webhook_events WHERE type = 'event.completed'`],
  ['an event that completed has one event.completed envelope, any other none', UNDONE],
  [
    'an entry has at most one envelope of a type about a bucket, and a credit or debit that somebody wants to know of has one',
    copyOfEnvelope('balance.credited'),
  ],
  [
    'an entry has at most one envelope of a type about a bucket, and a credit or debit that somebody wants to know of has one',
    `DELETE FROM webhook_events WHERE type = 'balance.credited'`,
  ],
  ['a participant is announced at most once', copyOfEnvelope('participant.created')],
  ['an envelope has a delivery, and one for each endpoint', `DELETE FROM webhook_queue`],
  [
    'a delivery waits since its creation or after what is recorded of it, or ended with an attempt or a reason',
    `UPDATE webhook_queue SET due_at = due_at + interval '1 hour'`,
  ],
  [
    'a delivery waits since its creation or after what is recorded of it, or ended with an attempt or a reason',
    `UPDATE webhook_queue SET recorded = 1`,
  ],
  ['a delivery waits since its creation or after what is recorded of it, or ended with an attempt or a reason', endsOf('DELIVERED')],
  [
    'a delivery waits since its creation or after what is recorded of it, or ended with an attempt or a reason',
    `WITH taken AS (DELETE FROM webhook_queue RETURNING *) ${endsOf('RETRY').replace('webhook_queue', 'taken')}`,
  ],
  [
    'the entry that an idempotency record answers with exists, and no other record answers with it',
    `UPDATE idempotency_records SET response = json_build_object('journal_entry_id', gen_random_uuid())`,
  ],
  ['an opening balance is what its entry gave', `UPDATE opening_balances SET amount = amount + 1`],
  ['every entry of an import gave one opening balance', `DELETE FROM opening_balances`],
  ['a participant is as its last version says', `UPDATE participants SET first_name = NULL WHERE first_name IS NOT NULL`],
  ['a participant is as its last version says', `DELETE FROM participant_versions`],
  ['a tag, attribute, counter or level is what the last change of it left', `DELETE FROM state_tags`],
  ['a tag, attribute, counter or level is what the last change of it left', `UPDATE state_attributes SET value = '1'`],
  ['a tag, attribute, counter or level is what the last change of it left', `DELETE FROM state_history WHERE state_type = 'TAG'`],
])('%s (case %#)', async (invariant, statement) => {
  expect(await brokenBy(statement)).toContain(invariant);
});
