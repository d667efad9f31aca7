/** Events and decisions come to the same: random programs, told the same by both ways, end with the same rows to the last digit. */
import { randomInt } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { EventBatchResult } from '@/contract/event';
import { statement } from '@/server/db/transaction';
import type { Answer, AnyBody } from '@tests/support/api';
import { note } from '@tests/support/chance';
import { persistently } from '@tests/support/decisions';
import { Dice } from '@tests/support/dice';
import { brokenInvariants } from '@tests/support/invariants';
import { processDueEvents } from '@tests/support/jobs';
import { startReceiver } from '@tests/support/receiver';
import { PEOPLE, randomProgram, STRANGERS, type RandomProgram } from '@tests/support/twins/random-program';
import { wholeOutcome } from '@tests/support/twins/whole-outcome';

const EVENTS = Number(process.env.PATHS_EVENTS || 200);
const SEED = Number(process.env.PATHS_SEED || randomInt(2 ** 31));
const EVENTS_OF_A_PROGRAM = 100;
const TYPES = ['purchase', 'purchase', 'purchase', 'order', 'cancel', 'fee', 'hold', 'release', 'lose', 'gift', 'return', 'visit'] as const;

interface Told {
  readonly external_id: string;
  readonly recipient_external_id?: string;
  readonly idempotency_key: string;
  readonly event_data: Readonly<Record<string, unknown>>;
}

/** Something else that happens to a program. */
interface Deed {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const told = (dice: Dice, index: number): Told => ({
  external_id: dice.chance(0.06) ? dice.one(STRANGERS) : dice.one(PEOPLE),
  ...(dice.chance(0.5) ? { recipient_external_id: dice.one(PEOPLE) } : {}),
  idempotency_key: `step-${String(index).padStart(4, '0')}`,
  event_data: {
    type: dice.one(TYPES),
    amount: dice.between(1, 9_000) / 100,
    order: `o${dice.between(1, 5)}`,
    divisor: dice.between(0, 3),
  },
});

function deed(dice: Dice, { program, assetIds }: RandomProgram): (of: RandomProgram) => Deed {
  const [kind, place] = [dice.between(0, 5), dice.between(0, assetIds.length - 1)];
  const days = dice.between(1, 3);
  if (kind === 0) {
    const amount = String(dice.between(1, 60));
    return (of) => ({
      path: `/programs/${of.program.id}/assets/${of.assetIds[place]}/burn`,
      body: { amount, description: `From ${program.name}` },
    });
  }
  return () => ({ path: '/sandbox/clock/advance', body: { by: `${days}d` } });
}

const codeOf = (error: unknown): unknown => (error as { code?: string } | undefined)?.code; // of an error body

/** Sends events in their order and processes them. @returns why some were refused. */
async function byEvents({ id, api, program }: RandomProgram, group: readonly Told[]): Promise<unknown[]> {
  const { status, body } = await api.post<EventBatchResult>('/events/batch', {
    events: group.map((one) => ({ ...one, program_id: program.id })),
  });
  expect([202, 207, 422]).toContain(status);
  await processDueEvents(id);
  return body.results.map(({ error }) => codeOf(error));
}

async function byDecisions({ id, api, program }: RandomProgram, group: readonly Told[]): Promise<unknown[]> {
  const refused: unknown[] = [];
  for (const one of group) {
    const asked = { ...one, program_id: program.id, mode: 'COMMIT' };
    const { status, body } = await persistently(() => api.post<AnyBody>('/decisions', asked));
    refused.push(status === 200 ? undefined : body.code);
    await processDueEvents(id);
  }
  return refused;
}

/** How the events of an organization ended, with the result of every action. */
const endingsOf = (organizationId: string): Promise<{ ending: string; times: number }[]> =>
  statement(
    `SELECT coalesce(error_code, status) AS ending, count(*)::int AS times FROM event_outcomes WHERE organization_id = $1 GROUP BY 1
     UNION ALL SELECT coalesce(action ->> 'result', evaluation ->> 'status'), count(*)::int
     FROM event_outcomes, json_array_elements(evaluations) evaluation LEFT JOIN json_array_elements(evaluation -> 'actions') action ON true
     WHERE organization_id = $1 GROUP BY 1`,
    [organizationId],
  );

/** @returns how often what happened. */
async function live(seed: number, receiver: string, events: number): Promise<Map<string, number>> {
  const [first, second] = [await randomProgram(new Dice(seed), receiver), await randomProgram(new Dice(seed), receiver)];
  const twins = [first, second];
  const dice = new Dice(seed + 1);
  const both = (act: (of: RandomProgram) => Deed): Promise<Answer<AnyBody>[]> =>
    Promise.all(twins.map((of) => of.api.post<AnyBody>(act(of).path, act(of).body)));
  const noon = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 43_200_000).toISOString();
  await both(() => ({ path: '/sandbox/clock/advance', body: { to: noon } }));
  for (let index = 0; index < events;) {
    const size = first.isTimeless ? dice.between(1, 8) : 1;
    const group = Array.from({ length: size }, (_, offset) => told(dice, index + offset));
    index += size;
    const [refused, others] = [await byEvents(first, group), await byDecisions(second, group)];
    expect(others, `PATHS_SEED=${seed} ${JSON.stringify(group)}`).toEqual(refused);
    if (!dice.chance(0.08)) continue;
    const [one, other] = await both(deed(dice, first));
    expect(other?.status, `PATHS_SEED=${seed}`).toBe(one?.status);
  }
  expect(await wholeOutcome(second.id), `PATHS_SEED=${seed}`).toEqual(await wholeOutcome(first.id));
  expect(await brokenInvariants(statement, [first.id, second.id]), `PATHS_SEED=${seed}`).toEqual([]);
  return new Map((await endingsOf(second.id)).map(({ ending, times }) => [ending, times]));
}

test(
  `${EVENTS} random events come to the same by events and by decisions: entries, lots, balances, state, levels, budgets, outcomes and webhooks`,
  async () => {
    note(`PATHS_SEED=${SEED} PATHS_EVENTS=${EVENTS}`);
    const receiver = await startReceiver();
    onTestFinished(receiver.stop);
    const happened = new Map<string, number>();
    for (let done = 0; done < EVENTS; done += EVENTS_OF_A_PROGRAM)
      for (const [ending, times] of await live(SEED + 2 * done, receiver.url, Math.min(EVENTS_OF_A_PROGRAM, EVENTS - done)))
        happened.set(ending, (happened.get(ending) ?? 0) + times);
    note(JSON.stringify(Object.fromEntries(happened)));
    expect(happened.get('COMPLETED')).toBeGreaterThan(EVENTS / 4);
    expect(happened.get('MATCHED')).toBeGreaterThan(EVENTS / 4);
  },
  Math.max(120_000, EVENTS * 500),
);
