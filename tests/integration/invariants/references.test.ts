/** References that the database checks per statement: the target exists, belongs to the same organization, and stays. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { newId } from '@/server/ids';
import { programWithAsset } from '@tests/support/programs';

const FOREIGN_KEY = '23503';
const RESTRICTED = '23001';

const EVENT = `INSERT INTO events (id, organization_id, program_id, event_type, event_data, idempotency_key, event_timestamp)
  SELECT uuidv7(), $1, program, 'EXTERNAL', '{}', gen_random_uuid()::text, now() FROM unnest($2::uuid[]) AS program`;
const ENVELOPE = `INSERT INTO webhook_events (id, organization_id, type, api_version, data, created_at) VALUES ($2, $1, 'ping', '1', '{}', now())`;
const DELIVERY = `INSERT INTO webhook_deliveries (id, organization_id, webhook_event_id, endpoint_id, next_attempt_at, created_at, updated_at)
  VALUES (gen_random_uuid(), $1, $2, $3, now(), now(), now())`;

async function withEndpoint() {
  const made = await programWithAsset();
  const { body } = await made.api.post('/webhook-endpoints', { url: 'https://example.com/hooks', enabled_events: ['event.failed'] });
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
  await refused(statement(DELIVERY, [ours.organization, envelope, theirs.endpoint]), 'webhook_deliveries_of_endpoint');
  await refused(statement(DELIVERY, [ours.organization, envelope, newId()]), 'webhook_deliveries_of_endpoint');
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
    ['UPDATE webhook_events SET organization_id = gen_random_uuid() WHERE organization_id = $1', organization],
    ['UPDATE webhook_deliveries SET endpoint_id = gen_random_uuid() WHERE organization_id = $1', organization],
  ] as const)
    await expect(statement(text, [id]), text).rejects.toMatchObject({ code: RESTRICTED });
});
