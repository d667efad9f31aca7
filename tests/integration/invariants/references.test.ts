/** References that the database checks per statement: the target exists, belongs to the same organization, and stays. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { newId, timeOfId } from '@/server/platform/ids';
import { programWithAsset } from '@tests/support/programs';

const FOREIGN_KEY = '23503';
const RESTRICTED = '23001';
const VIOLATED = '23514';
const TWICE = '23505';

const EVENT = `INSERT INTO events (id, organization_id, program_id, event_type, event_data, idempotency_key, event_timestamp)
  SELECT uuidv7(), $1, program, 'EXTERNAL', '{}', gen_random_uuid()::text, now() FROM unnest($2::uuid[]) AS program`;
const ENVELOPE = `INSERT INTO webhook_events (organization_id, id, type, api_version, data) VALUES ($1, $2, 'ping', '1', '{}')`;
const DELIVERY = `INSERT INTO webhook_queue (organization_id, webhook_event_id, endpoint_id, id, due_at, updated_at, recorded, recovery_id)
  VALUES ($1, $2, $3, $4, $5, $5, $6, $7)`;
const ATTEMPT = `INSERT INTO webhook_attempts (organization_id, webhook_event_id, endpoint_id, delivery_id, attempted_at, number, attempt_count, outcome, error_code, error)
  VALUES ($1, $2, $3, $4, $5, 1, 0, 'FAILED', 'endpoint_disabled', 'The endpoint is not active.')`;

async function withEndpoint() {
  const made = await programWithAsset();
  const { body } = await made.api.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/hooks', enabled_events: ['event.failed'] });
  return { organization: made.id, program: made.program.id, endpoint: (body as { id: string }).id };
}

test('a row cannot name the program or endpoint of another organization, nor what does not exist', async () => {
  const [ours, theirs] = [await withEndpoint(), await withEndpoint()];
  const refused = (attempt: Promise<unknown>, constraint: string) =>
    expect(attempt).rejects.toMatchObject({ code: FOREIGN_KEY, constraint });
  await refused(statement(EVENT, [ours.organization, [ours.program, theirs.program]]), 'events_of_program');
  await refused(statement(EVENT, [ours.organization, [newId()]]), 'events_of_program');
  await refused(statement(ENVELOPE, [newId(), newId()]), 'webhook_events_of_organization');
  const envelope = newId();
  await statement(ENVELOPE, [ours.organization, envelope]);
  const [made, recovery] = [timeOfId(envelope), newId()];
  for (const endpoint of [theirs.endpoint, newId()]) {
    await refused(statement(DELIVERY, [ours.organization, envelope, endpoint, envelope, made, 0, null]), 'webhook_queue_of_endpoint');
    await refused(statement(ATTEMPT, [ours.organization, envelope, endpoint, envelope, made]), 'webhook_attempts_of_endpoint');
  }
  await refused(
    statement(DELIVERY, [theirs.organization, envelope, theirs.endpoint, envelope, made, 0, null]),
    'webhook_queue_of_envelope',
  );
  await refused(
    statement(DELIVERY, [ours.organization, envelope, ours.endpoint, envelope, made, 1, recovery]),
    'webhook_queue_of_recovery',
  );
  expect(await statement('SELECT 1 FROM events WHERE organization_id = $1', [ours.organization])).toEqual([]);
});

test('what rows name is neither removed nor renamed, and no row moves to another organization', async () => {
  const { organization, program, endpoint } = await withEndpoint();
  for (const [text, id] of [
    ['DELETE FROM organizations WHERE id = $1', organization],
    ['DELETE FROM programs WHERE id = $1', program],
    ['DELETE FROM webhook_endpoints WHERE id = $1', endpoint],
    ['UPDATE organizations SET id = gen_random_uuid() WHERE id = $1', organization],
    ['UPDATE programs SET organization_id = gen_random_uuid() WHERE id = $1', program],
    ['UPDATE webhook_endpoints SET id = gen_random_uuid() WHERE id = $1', endpoint],
    ['UPDATE events SET program_id = gen_random_uuid() WHERE organization_id = $1', organization],
    ['UPDATE webhook_queue SET endpoint_id = gen_random_uuid() WHERE organization_id = $1', organization],
  ] as const)
    await expect(statement(text, [id]), text).rejects.toMatchObject({ code: RESTRICTED });
});

test('a webhook and an attempt are never changed, neither through their table nor in their partition', async () => {
  const { organization, endpoint } = await withEndpoint();
  const envelope = newId();
  await statement(ENVELOPE, [organization, envelope]);
  await statement(ATTEMPT, [organization, envelope, endpoint, envelope, new Date()]);
  for (const [table, change] of [
    ['webhook_events', `type = 'pong'`],
    ['webhook_attempts', `error = 'It was ours.'`],
  ] as const) {
    const [row] = await statement<{ partition: string }>(
      `SELECT tableoid::regclass::text AS partition FROM ${table} WHERE organization_id = $1`,
      [organization],
    );
    for (const name of [table, row!.partition])
      await expect(statement(`UPDATE ${name} SET ${change} WHERE organization_id = $1`, [organization]), name).rejects.toMatchObject({
        code: RESTRICTED,
      });
  }
});

test('a delivery begins as its webhook, is due when it was made until it was attempted, and waits once', async () => {
  const { organization, endpoint } = await withEndpoint();
  const [envelope, other] = [newId(), newId()];
  await statement(ENVELOPE, [organization, envelope]);
  const made = timeOfId(envelope);
  const later = new Date(made.getTime() + 1);
  const wait = (id: string, due: Date, recorded: number) =>
    statement(DELIVERY, [organization, envelope, endpoint, id, due, recorded, null]);
  await expect(wait(other, made, 0)).rejects.toMatchObject({ code: VIOLATED, constraint: 'webhook_queue_id' });
  await expect(wait(envelope, later, 0)).rejects.toMatchObject({ code: VIOLATED, constraint: 'webhook_queue_due' });
  await wait(envelope, made, 1);
  await expect(wait(envelope, later, 1)).rejects.toMatchObject({ code: TWICE, constraint: 'webhook_queue_again_idx' });
});

test('whether an attempt was late follows from its time, whatever is said of it', async () => {
  const { organization, endpoint } = await withEndpoint();
  const ids = [newId(), newId()] as const;
  const hourLater = (id: string, ms: number) => new Date(timeOfId(id).getTime() + 3_600_000 + ms);
  await statement(ATTEMPT, [organization, ids[0], endpoint, ids[0], hourLater(ids[0], 0)]);
  await statement(ATTEMPT, [organization, ids[1], endpoint, ids[1], hourLater(ids[1], 1)]);
  expect(await statement('SELECT late FROM webhook_attempts WHERE organization_id = $1 ORDER BY delivery_id', [organization])).toEqual([
    { late: false },
    { late: true },
  ]);
});
