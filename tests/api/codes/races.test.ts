/** Codes that many ask for at once, by events and by decisions: as many uses as there are, never one more, and the same by either way. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { codes, type TestCodes } from '@tests/support/codes';
import { brokenInvariants } from '@tests/support/invariants';
import { processDueEvents } from '@tests/support/jobs';

const PEOPLE = Array.from({ length: 50 }, (_, index) => `client-${index}`);

/** Everybody asks at once: every second one by an event, the others by a decision. */
async function everybodyEnters(club: TestCodes, codeOf: (index: number) => string): Promise<void> {
  await Promise.all([
    ...PEOPLE.map((external_id, index) =>
      index % 2 === 0
        ? club.send({ external_id, event_data: { type: 'purchase', amount: 50 }, codes: [codeOf(index)] })
        : club.decide({ external_id, mode: index % 4 === 1 ? 'COMMIT' : 'RESERVE', codes: [codeOf(index)] }),
    ),
    processDueEvents(club.id),
  ]);
  await processDueEvents(club.id);
}

test('of a code that ten may use and fifty ask for, exactly ten uses stand', async () => {
  const club = await codes();
  const batch = await club.batch({ code: 'SPRING', max_total: 10 });
  await everybodyEnters(club, () => 'spring');
  expect(await club.readBatch(batch)).toMatchObject({ redeemed_count: 10 });
  expect(await club.uses()).toHaveLength(10);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a unique code that fifty ask for at once is used by one', async () => {
  const club = await codes();
  const {
    codes: [code = ''],
  } = await club.unique(1);
  await everybodyEnters(club, () => code);
  expect(await club.uses()).toHaveLength(1);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('fifty unique codes of one batch are used by fifty at once', async () => {
  const club = await codes();
  const { batch, codes: own } = await club.unique(50);
  await everybodyEnters(club, (index) => own[index] ?? '');
  expect(await club.readBatch(batch)).toMatchObject({ redeemed_count: 50 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('events and decisions come to the same: balances, uses and reasons', async () => {
  const outcomeBy = async (enter: (club: TestCodes, external_id: string, code: string) => Promise<unknown>) => {
    const club = await codes();
    await club.batch({ code: 'SPRING', max_total: 3, max_per_participant: 1, condition: 'event.amount >= 20' });
    await club.batch({ code: 'AUTUMN', key: 'autumn' });
    const reasons: unknown[] = [];
    for (const [person, code] of [
      ['ada', 'SPRING'],
      ['ada', 'SPRING'],
      ['bob', 'SPRING'],
      ['carol', 'AUTUMN'],
      ['dan', 'SPRING'],
      ['eve', 'SPRING'],
      ['eve', 'NONE'],
    ] as const)
      reasons.push(await enter(club, person, code));
    const used = (await club.uses()).map(({ code, status }) => ({ code, status }));
    return {
      reasons,
      used,
      ada: await club.available('ada'),
      bob: await club.available('bob'),
      broken: await brokenInvariants(statement, club.id),
    };
  };
  const byEvents = await outcomeBy(
    async (club, external_id, code) => (await club.enter([code], { external_id })).codes?.[0]?.error_code ?? null,
  );
  const byDecisions = await outcomeBy(async (club, external_id, code) => {
    const { status, body } = await club.decide({ external_id, codes: [code], idempotency_key: randomUUID() });
    if (status !== 200) await club.decided({ external_id });
    return status === 200 ? null : body.code;
  });
  expect(byDecisions).toEqual(byEvents);
  expect(byEvents.reasons).toEqual([null, 'code_used', null, null, null, 'code_used', 'code_unknown']);
});
