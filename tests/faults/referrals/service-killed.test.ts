/** kill -9 while friends qualify: each counts once, and each referral is told of by its two events exactly once. */
import { expect, test } from 'vitest';
import type { ReferralCode } from '@/contract/referral';
import type { ReferralProgram } from '@/contract/referral-program';
import { made, remoteOrganization, call } from '@tests/support/campaign';
import { chance, note } from '@tests/support/chance';
import { CrashableService } from '@tests/support/crash';
import { brokenInvariants, type Query } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';

const FRIENDS = 300;
const KILLS = 3;
const PER_REQUEST = 50;

const QUALIFIED = `SELECT count(*)::int AS n FROM referrals WHERE status = 'QUALIFIED' AND organization_id = $1`;
const numberOf = async (query: Query, sql: string, id: string): Promise<number> => (await query<{ n: number }>(sql, [id]))[0]?.n ?? 0;

test('a service that is killed while friends qualify counts each once and tells of each once', async ({ onTestFinished }) => {
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  const random = chance('kill -9 amid referrals');
  const service = await CrashableService.start(place);
  const club = await remoteOrganization(service.address);
  const [program_id] = club.programIds;
  const program = await made<ReferralProgram>(service.address, club.key, '/referral-programs', {
    program_id,
    key: 'friends',
    name: 'Friends',
    qualifies: { event_types: ['purchase'] },
  });
  const codeOf = async (external_id: string): Promise<string> => {
    await call(service.address, club.key, '/participants', { external_id, program_id });
    const body = { referral_program_id: program.id };
    return (await call<ReferralCode>(service.address, club.key, `/participants/ext:${external_id}/referral-codes`, body)).body.code;
  };
  const codes = [await codeOf('ada'), await codeOf('bob')];
  for (let n = 0; n < FRIENDS; n += 1)
    await made(service.address, club.key, '/referrals', { program_id, external_id: `friend-${n}`, code: codes[n % 2] });

  /** Sends every purchase; under their keys, none happens twice. */
  const buyAll = async (): Promise<void> => {
    for (let from = 0; from < FRIENDS; from += PER_REQUEST) {
      const events = Array.from({ length: PER_REQUEST }, (_, index) => ({
        program_id,
        external_id: `friend-${from + index}`,
        idempotency_key: `purchase-${from + index}`,
        event_data: { type: 'purchase', amount: 5 },
      }));
      await call(service.address, club.key, '/events/batch', { events });
    }
  };
  for (let kill = 1; kill <= KILLS; kill += 1) {
    let query = await service.query();
    const sent = buyAll().catch(() => undefined);
    const part = FRIENDS / (KILLS + 1);
    const enough = random.between(part * (kill - 1) + 1, part * kill);
    await service.until(`${enough} friends have qualified`, async () => (await numberOf(query, QUALIFIED, club.id)) >= enough);
    await service.kill();
    await sent;
    query = await service.query();
    note(`killed the service with ${await numberOf(query, QUALIFIED, club.id)} of ${FRIENDS} friends qualified`);
    expect(await brokenInvariants(query)).toEqual([]);
    await service.restart();
  }
  await buyAll();
  const query = await service.query();
  await service.until('all friends have qualified', async () => (await numberOf(query, QUALIFIED, club.id)) === FRIENDS);
  const counts = await query<{ referrer_id: string; counts: number[] }>(
    'SELECT referrer_id, array_agg(count ORDER BY count) AS counts FROM referrals WHERE organization_id = $1 GROUP BY 1',
    [club.id],
  );
  const every = Array.from({ length: FRIENDS / 2 }, (_, index) => index + 1);
  expect(counts.map(({ counts: own }) => own)).toEqual([every, every]);
  expect(await brokenInvariants(query)).toEqual([]);
});
