/** kill -9 while notices are sent: each cause is told once, with its one event. */
import { expect, test } from 'vitest';
import { remoteOrganization, type RemoteOrganization } from '@tests/support/campaign';
import { chance, note } from '@tests/support/chance';
import { CrashableService } from '@tests/support/crash';
import { crowdOf } from '@tests/support/crowd';
import { send } from '@tests/support/http';
import { brokenInvariants, type Query } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';

const PEOPLE = 6_000;

async function call<Body>(address: string, { key }: RemoteOrganization, path: string, body: object): Promise<Body> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await send(address, { method: 'POST', path: `/v1${path}`, headers, body: JSON.stringify(body) });
  expect([answer.status, answer.text]).toEqual([expect.toBeOneOf([200, 201, 202]), expect.any(String)]);
  return JSON.parse(answer.text) as Body; // as the route declares it
}

const SENT = 'SELECT count(*)::int AS n FROM notices WHERE organization_id = $1';
const WAITING = 'SELECT count(*)::int AS n FROM notice_queue WHERE organization_id = $1';
const numberOf = async (query: Query, sql: string, id: string): Promise<number> => (await query<{ n: number }>(sql, [id]))[0]?.n ?? 0;

test('a service that is killed again and again while it sends notices tells everybody once, and rules answer each once', async ({
  onTestFinished,
}) => {
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  const random = chance('kill -9 amid notices');
  const service = await CrashableService.start(place);
  const club = await remoteOrganization(service.address);
  const programId = club.programIds[0] ?? '';
  const rule = {
    program_id: programId,
    name: 'Told',
    condition: 'event.type == "notice.tier_at_risk"',
    actions: [{ type: 'COUNTER', key: 'told', value: '1' }],
  };
  await call(service.address, club, '/rules', rule);
  await call(service.address, club, `/programs/${programId}/tiers`, { key: 'status', name: 'Status', levels: [{ key: 'gold', rank: 1 }] });
  let query = await service.query();
  await crowdOf(query, { organizationId: club.id, programId, count: PEOPLE });
  await query(
    `WITH placed AS (
       INSERT INTO state_history (id, organization_id, subject_type, subject_id, program_id, state_type, operation, key, new_value, source, created_at)
       SELECT gen_random_uuid(), $1, 'PARTICIPANT', participant_id, $2, 'TIER', 'SET', 'status', '{"level":"gold","rank":1}', 'SYSTEM', now()
       FROM program_participants WHERE organization_id = $1 AND program_id = $2)
     INSERT INTO state_tiers (organization_id, subject_type, subject_id, program_id, tier, level, rank, since, expires_at, updated_at)
     SELECT $1, 'PARTICIPANT', participant_id, $2, 'status', 'gold', 1, now(), now() + interval '5 days', now() FROM program_participants
     WHERE organization_id = $1 AND program_id = $2`,
    [club.id, programId],
  );
  const terms = { kind: 'TIER_AT_RISK', days_before: 30 };
  await call(service.address, club, '/notice-settings', { program_id: programId, key: 'risk', name: 'Risk', terms });
  for (const share of [0.2, 0.6]) {
    const some = random.between(Math.floor(PEOPLE * share), Math.floor(PEOPLE * (share + 0.2)));
    await service.until(`${some} notices are sent`, async () => (await numberOf(query, SENT, club.id)) >= some);
    await service.kill();
    note(`killed the service with ${await numberOf(query, SENT, club.id)} of ${PEOPLE} notices sent`);
    expect(await brokenInvariants(query)).toEqual([]);
    await service.restart();
    query = await service.query();
  }
  await service.until('all notices are sent', async () => (await numberOf(query, SENT, club.id)) === PEOPLE);
  expect(await numberOf(query, WAITING, club.id)).toBe(0);
  const told = `SELECT count(*)::int AS n FROM state_counters WHERE organization_id = $1 AND key = 'told' AND value = 1`;
  await service.until('rules have answered', async () => (await numberOf(query, told, club.id)) === PEOPLE);
  const events = await query(
    `SELECT count(*)::int AS notices, count(DISTINCT n.participant_id)::int AS people, count(DISTINCT e.id)::int AS events
     FROM notices n JOIN events e ON e.organization_id = n.organization_id AND e.id = n.event_id WHERE n.organization_id = $1`,
    [club.id],
  );
  expect(events).toEqual([{ notices: PEOPLE, people: PEOPLE, events: PEOPLE }]);
  expect(await brokenInvariants(query)).toEqual([]);
});
