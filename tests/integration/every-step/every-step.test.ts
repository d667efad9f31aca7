/**
 * The commit path with a failure at every step: whichever statement's connection is cut, before or after it ran, a
 * caller who retries the request gets exactly the effect of a request without failure.
 */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { databaseUrl } from '@/env';
import type { Answer, AnyBody } from '@tests/support/api';
import { sendBatch } from '@tests/support/balance-batch';
import { cutAt, endOfCut, type Moment } from '@tests/support/cut-connection';
import { brokenInvariants, queryAt, type Query } from '@tests/support/invariants';
import { processDueEvents } from '@tests/support/jobs';
import { useOwnDatabase } from '@tests/support/own-database';
import { shop, type TestShop } from '@tests/support/redemptions';

// Every connection of the process is cut.
await useOwnDatabase();

const MOST_STEPS = 200;
const MOST_TRIES = 20;

let club: TestShop;
let count = 0;

beforeAll(async () => {
  club = await shop({ inventory_mode: 'LOT', listening: true });
  await club.addRule({ condition: 'event.type == "buy"', amount: '7' });
});

afterEach(() => void endOfCut());

interface Subject {
  readonly external: string;
  readonly id: string;
  readonly key: string;
}

/** A participant with 50 whom nothing else affects. */
async function subject(): Promise<Subject> {
  const external = `subject-${(count += 1)}`;
  const { body } = await club.api.post<{ id: string }>('/participants', { external_id: external, program_id: club.program.id });
  const credit = { ...place(), type: 'CREDIT', amount: '50', description: 'To begin with' };
  expect(await club.api.post(`/participants/${body.id}/balances/adjust`, credit)).toMatchObject({ status: 200 });
  return { external, id: body.id, key: `key-${count}` };
}

const place = () => ({ program_id: club.program.id, asset_id: club.asset.id });

type Step = (subject: Subject) => Promise<Answer<AnyBody>>;

/** The answer is that of the first operation to fail. */
async function batch(participant_id: string, key: string, atomic: boolean): Promise<Answer<AnyBody>> {
  const of = { ...place(), participant_id, amount: '4', reference_id: 'kept', description: 'Together' };
  const operations = [
    { ...of, operation: 'ADJUST', type: 'CREDIT', idempotency_key: `${key}-1` },
    { ...of, operation: 'HOLD', idempotency_key: `${key}-2` },
    { ...of, operation: 'RELEASE', amount: '1', idempotency_key: `${key}-3` },
  ];
  const answer = await sendBatch(club.api, operations, { atomic });
  const failed = answer.body.results?.find(({ error }) => error);
  return failed ? { ...answer, status: failed.http_status, body: { ...failed.error } } : answer;
}

const OPERATIONS: Readonly<Record<string, Step>> = {
  credit: ({ id, key }) =>
    club.api.post(`/participants/${id}/balances/adjust`, {
      ...place(),
      type: 'CREDIT',
      amount: '3',
      description: 'More',
      idempotency_key: key,
    }),
  hold: ({ id, key }) =>
    club.api.post(`/participants/${id}/balances/hold`, {
      ...place(),
      amount: '5',
      reference_id: 'kept',
      description: 'Kept',
      idempotency_key: key,
    }),
  'a batch of operations': ({ id, key }) => batch(id, key, false),
  'an atomic batch of operations': ({ id, key }) => batch(id, key, true),
  redemption: ({ id, key }) => club.api.post(`/participants/${id}/redemptions`, { ...place(), amount: '6', idempotency_key: key }),
  transfer: ({ external, key }) =>
    club.api.post('/transfers', {
      ...place(),
      source_external_id: external,
      recipients: [{ external_id: 'ada', amount: '2' }],
      idempotency_key: key,
    }),
  event: ({ external, key }) =>
    club.api.post('/events', { program_id: club.program.id, external_id: external, idempotency_key: key, event_data: { type: 'buy' } }),
  'processing of an event': async ({ external, key }) => {
    const event = { program_id: club.program.id, external_id: external, idempotency_key: key, event_data: { type: 'buy' } };
    const answer = await club.api.post('/events', event);
    if (answer.status < 300) await processDueEvents(club.id);
    return answer;
  },
};

/** Processes pending events, including those awaiting a retry. @returns whether none is left. */
async function processedAll(query: Query): Promise<boolean> {
  await query(`UPDATE event_queue SET due_at = now() - interval '1 second' WHERE organization_id = $1 AND requeued_at IS NOT NULL`, [
    club.id,
  ]);
  await processDueEvents(club.id);
  return (await query(`SELECT 1 FROM event_queue WHERE organization_id = $1`, [club.id])).length === 0;
}

/** A participant's balance, and the number of entries behind it. */
async function effectOn({ id }: Subject): Promise<unknown> {
  const query = queryAt(databaseUrl());
  // Until Postgres notices that a connection was cut, its transaction blocks the program's events.
  await expect.poll(() => processedAll(query)).toBe(true);
  const [row] = await query(
    `SELECT trim_scale(b.available)::text AS available, trim_scale(b.held)::text AS held,
            (SELECT count(DISTINCT p.entry_id)::int FROM postings p WHERE p.account_id = b.account_id) AS entries,
            (SELECT count(*)::int FROM webhook_events w WHERE w.data->>'participant_id' = $1 OR w.data->>'source_participant_id' = $1) AS webhooks
     FROM balances b WHERE b.account_id = $1::uuid`,
    [id],
  );
  return row;
}

/** Retries until answered, as a careful client does. */
async function persistently(step: Step, on: Subject): Promise<void> {
  const statuses: unknown[] = [];
  for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
    const answer = await step(on).catch((error: unknown) => error as Error);
    if (!(answer instanceof Error)) {
      if (answer.status < 300) return;
      statuses.push(`${answer.status} ${String(answer.body.code)}`);
      if (![503, 409].includes(answer.status)) break;
    }
    endOfCut();
  }
  throw new Error(`the request was answered ${statuses.join(', ')}`);
}

test.each(
  Object.entries(OPERATIONS).flatMap(([name, step]) =>
    (['BEFORE', 'AFTER'] as const).map((moment): [string, Moment, Step] => [name, moment, step]),
  ),
)(
  '%s: a connection cut at any step, %s it is done, costs nothing but another try',
  async (_, moment, step) => {
    const undisturbed = await subject();
    await persistently(step, undisturbed);
    const expected = await effectOn(undisturbed);
    let steps = 0;
    for (let met = true; met && steps < MOST_STEPS;) {
      const disturbed = await subject();
      cutAt(steps + 1, moment);
      await persistently(step, disturbed);
      met = endOfCut();
      if (met) steps += 1;
      expect({ step: steps, effect: await effectOn(disturbed) }).toEqual({ step: steps, effect: expected });
    }
    expect(steps).toBeGreaterThan(2);
    expect(steps).toBeLessThan(MOST_STEPS);
    expect(await brokenInvariants(queryAt(databaseUrl()), club.id)).toEqual([]);
  },
  60_000,
);
