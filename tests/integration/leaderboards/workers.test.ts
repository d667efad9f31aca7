/** A season that ends under several workers, and under transactions that are lost: it is frozen once, and each prize is told of once. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import type { JobOutcome } from '@/server/platform/job';
import { clockJob } from '@tests/support/clock-jobs';
import { brokenInvariants } from '@tests/support/invariants';
import { processDueEvents } from '@tests/support/jobs';
import { rankedClub, type RankedClub } from '@tests/support/leaderboards';
import { useOwnDatabase } from '@tests/support/own-database';
import { createEndpoint } from '@tests/support/webhooks';

await useOwnDatabase();

const PEOPLE = 120;

const work = (limit: number): Promise<JobOutcome> =>
  clockJob('score-leaderboards').run({ clock: { now: () => new Date() }, limit, signal: new AbortController().signal });

async function workUntilDone(limit: number): Promise<void> {
  while ((await work(limit)).more);
}

/** A club whose leaderboard is over, and in which everybody wins. */
async function endedClub(): Promise<RankedClub> {
  const club = await rankedClub();
  await createEndpoint(club.api, 'http://127.0.0.1:9/hook');
  await club.addRule({ condition: 'event.type == "leaderboard.prize"', actions: [{ type: 'COUNTER', key: 'prizes', value: '1' }] });
  const board = await club.board({
    starts_at: '2020-01-01T00:00:00Z',
    ends_at: new Date(Date.now() + 3_600_000).toISOString(),
    prizes: [{ from_rank: 1, to_rank: PEOPLE, name: 'Gold' }],
  });
  for (let from = 0; from < PEOPLE; from += 40) {
    const events = Array.from({ length: 40 }, (_, n) => ({
      program_id: club.program.id,
      external_id: `p${from + n}`,
      idempotency_key: `e-${from + n}`,
      event_data: { type: 'purchase', amount: 1 + ((from + n) % 7), order: `o-${from + n}` },
    }));
    await club.api.post('/events/batch', { events });
  }
  await processDueEvents(club.id);
  await club.score();
  // The hour passes.
  await statement(`UPDATE organizations SET clock_offset_ms = clock_offset_ms + 7200000 WHERE id = $1`, [club.id]);
  expect((await club.seasons(board)).map(({ status }) => status)).toEqual(['OPEN']);
  return club;
}

async function expectEachWonOnce(club: RankedClub): Promise<void> {
  await processDueEvents(club.id);
  const [counted] = await statement(
    `SELECT count(*)::int AS results, count(event_id)::int AS told, (SELECT count(*)::int FROM state_counters c WHERE c.organization_id = $1 AND c.key = 'prizes' AND c.value = 1) AS answered,
       (SELECT count(*)::int FROM webhook_events w WHERE w.organization_id = $1 AND w.type = 'leaderboard.frozen') AS frozen,
       (SELECT count(DISTINCT w.data ->> 'participant_id')::int FROM webhook_events w WHERE w.organization_id = $1 AND w.type = 'leaderboard.prize_won') AS won
     FROM leaderboard_results WHERE organization_id = $1 AND prize = 'Gold'`,
    [club.id],
  );
  expect(counted).toMatchObject({ results: PEOPLE, told: PEOPLE, answered: PEOPLE, frozen: 1, won: PEOPLE });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
}

test('three workers side by side freeze a season once, and tell of each prize once', async () => {
  const club = await endedClub();
  await Promise.all([workUntilDone(7), workUntilDone(11), workUntilDone(5)]);
  await workUntilDone(50);
  await expectEachWonOnce(club);
});

test('a transaction that is lost with its worker leaves nothing half done', async () => {
  const club = await endedClub();
  await statement('CREATE SEQUENCE scorings');
  await statement(
    `CREATE FUNCTION lose_scoring() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('scorings') % 3 = 0 THEN RAISE EXCEPTION 'lost'; END IF; RETURN NEW; END $$`,
  );
  await statement('CREATE TRIGGER lose_scoring BEFORE UPDATE ON leaderboards FOR EACH ROW EXECUTE FUNCTION lose_scoring()');
  let lost = 0;
  for (let more = true; more;) {
    more = await work(9).then(
      (outcome) => outcome.more,
      () => ((lost += 1), true),
    );
  }
  await statement('DROP TRIGGER lose_scoring ON leaderboards');
  expect(lost).toBeGreaterThan(1);
  await expectEachWonOnce(club);
});
