/** Notices under several workers side by side, and under transactions that are lost: each cause is told once, with its one event. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import type { JobOutcome } from '@/server/platform/job';
import { clockJob } from '@tests/support/clock-jobs';
import { crowd } from '@tests/support/crowd';
import { processDueEvents } from '@tests/support/jobs';
import { noticeClub, type NoticeClub } from '@tests/support/notices';
import { useOwnDatabase } from '@tests/support/own-database';

await useOwnDatabase();

const PEOPLE = 150;

const work = (limit: number): Promise<JobOutcome> =>
  clockJob('send-notices').run({ clock: { now: () => new Date() }, limit, signal: new AbortController().signal });

async function workUntilDone(limit: number): Promise<void> {
  while ((await work(limit)).more);
}

/** A club whose members each have value that expires in three days. */
async function fullClub(): Promise<NoticeClub> {
  const club = await noticeClub({ mode: 'LIVE' });
  await crowd(club, PEOPLE);
  await club.addRule({
    condition: 'event.type == "gift"',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1', expires_in: '3d' }],
  });
  for (let from = 0; from < PEOPLE; from += 50) {
    const events = Array.from({ length: 50 }, (_, n) => ({
      program_id: club.program.id,
      external_id: `person-${from + n + 1}`,
      idempotency_key: `gift-${from + n}`,
      event_data: { type: 'gift' },
    }));
    await club.api.post('/events/batch', { events });
  }
  await processDueEvents(club.id);
  return club;
}

const counted = async ({ id }: NoticeClub) =>
  (
    await statement(
      `SELECT count(*)::int AS notices, count(DISTINCT n.participant_id)::int AS people, count(e.id)::int AS events,
         (SELECT count(*)::int FROM notice_queue q WHERE q.organization_id = $1) AS waiting,
         (SELECT sum(sent)::int FROM notice_days d WHERE d.organization_id = $1) AS by_day,
         (SELECT count(*)::int FROM events s WHERE s.organization_id = $1 AND s.event_type = 'SYSTEM') AS system_events
       FROM notices n JOIN events e ON e.organization_id = n.organization_id AND e.id = n.event_id AND e.participant_id = n.participant_id
         AND e.event_data->>'notice_id' = n.id::text
       WHERE n.organization_id = $1`,
      [id],
    )
  )[0];

const EACH_ONCE = { notices: PEOPLE, people: PEOPLE, events: PEOPLE, waiting: 0, by_day: PEOPLE, system_events: PEOPLE };

test('three workers side by side tell everybody once', async () => {
  const club = await fullClub();
  await club.setting();
  await Promise.all([workUntilDone(7), workUntilDone(11), workUntilDone(5)]);
  await workUntilDone(50);
  expect(await counted(club)).toEqual(EACH_ONCE);
});

test('a transaction that is lost with its worker leaves nothing half done', async () => {
  const club = await fullClub();
  await club.setting();
  await statement('CREATE SEQUENCE sendings');
  await statement(
    `CREATE FUNCTION lose_sending() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('sendings') % 3 = 0 THEN RAISE EXCEPTION 'lost'; END IF; RETURN NEW; END $$`,
  );
  await statement('CREATE TRIGGER lose_sending BEFORE UPDATE ON notice_settings FOR EACH ROW EXECUTE FUNCTION lose_sending()');
  let lost = 0;
  for (let more = true; more;) {
    more = await work(20).then(
      (outcome) => outcome.more,
      () => ((lost += 1), true),
    );
  }
  await statement('DROP TRIGGER lose_sending ON notice_settings');
  expect(lost).toBeGreaterThan(1);
  expect(await counted(club)).toEqual(EACH_ONCE);
});
