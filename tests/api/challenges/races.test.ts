/** Many events of one participant at once complete a challenge once, whichever way they come. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { challenges } from '@tests/support/challenges';
import { persistently } from '@tests/support/decisions';
import { processDueEvents } from '@tests/support/jobs';
import { brokenInvariants } from '@tests/support/invariants';

test('fifty events and decisions at once count fifty, and complete each round once', async () => {
  const club = await challenges();
  await club.challenge({ goal: { type: 'COUNT', target: 10, match: { event_types: ['purchase'] } }, repeat: { max: null }, parts: [50] });
  await club.happens('tea');
  const bodies = Array.from({ length: 50 }, () => ({ idempotency_key: randomUUID() }));
  await Promise.all([
    ...bodies.slice(0, 25).map((body) => persistently(() => club.decide(body))),
    ...bodies.slice(25).map((body) => club.send({ event_data: { type: 'purchase', amount: 50 }, ...body })),
    processDueEvents(club.id),
    processDueEvents(club.id),
  ]);
  await processDueEvents(club.id);
  expect(await club.progress()).toMatchObject({ rounds: 5, progress: '0' });
  expect((await club.completions()).map(({ round, part, attempt }) => [round, part, attempt]).sort()).toEqual(
    [1, 2, 3, 4, 5]
      .flatMap((round) => [
        [round, 100, 1],
        [round, 50, 1],
      ])
      .sort(),
  );
  expect(await club.told()).toHaveLength(10);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a goal that changes while events are processed is the one that they are measured by', async () => {
  const club = await challenges();
  const card = await club.challenge({ goal: { type: 'COUNT', target: 50, match: { event_types: ['coffee'] } } });
  const people = Array.from({ length: 12 }, (_, n) => `p${n}`);
  await Promise.all(people.map((external_id) => club.send({ event_data: { type: 'coffee' }, external_id })));
  const changed = club.api.patch(`/challenges/${card.id}`, { goal: { type: 'COUNT', target: 1, match: { event_types: ['coffee'] } } });
  const [answer] = await Promise.all([changed, processDueEvents(club.id)]);
  await processDueEvents(club.id);
  const rows = await statement<{ rounds: number }>('SELECT rounds FROM challenge_progress WHERE organization_id = $1', [club.id]);
  expect(rows).toHaveLength(12);
  expect(new Set(rows.map(({ rounds }) => rounds))).toEqual(new Set([answer.status === 200 ? 1 : 0]));
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});
