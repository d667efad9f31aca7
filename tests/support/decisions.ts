/** Sets up tests of decisions within the request: a shop with a rule for purchases, whose customers decide, reserve and commit through the API. */
import { randomUUID } from 'node:crypto';
import type { DecisionRecord } from '@/contract/decision';
import { statement } from '@/server/db/transaction';
import type { Answer, AnyBody } from './api';
import { shop, type TestShop } from './redemptions';

type Body = Record<string, unknown>;

const MOST_TRIES = 20;

export interface TestTill extends TestShop {
  /** Asks for a decision about a purchase of 50 by ada, a COMMIT unless `body` says otherwise. */
  decide(body?: Body): Promise<Answer<DecisionRecord & AnyBody>>;
  /** The same; must succeed. */
  decided(body?: Body): Promise<DecisionRecord>;
  /** What is reserved for such a purchase; must succeed. */
  held(body?: Body): Promise<DecisionRecord>;
  /** Commits or cancels a reservation. */
  end(verb: 'commit' | 'cancel', decision: Pick<DecisionRecord, 'id'>, body?: Body): Promise<Answer<DecisionRecord & AnyBody>>;
  change(decision: Pick<DecisionRecord, 'id'>, body: Body): Promise<Answer<DecisionRecord & AnyBody>>;
  readDecision(decision: Pick<DecisionRecord, 'id'>, query?: string): Promise<DecisionRecord>;
  /** Has an event of ada wait for its retry, as after a failure of the database. */
  waitForRetry(): Promise<void>;
}

/** Puts off all events of an organization that are to be processed, as after a failure of the database. */
export const awaitRetry = (organizationId: string, byMs = 3_600_000): Promise<unknown> =>
  statement(`UPDATE event_queue SET lane = -1 - lane, due_at = $2, retry_count = 1, requeued_at = due_at WHERE organization_id = $1`, [
    organizationId,
    new Date(Date.now() + byMs),
  ]);

/** Sends a request again as long as its participant is busy, as on a machine that has no time for it; the request must be the same each time. */
export async function persistently<Body extends AnyBody>(send: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  for (let tries = 1; ; tries++) {
    const answer = await send();
    if (answer.body.code !== 'participant_busy' || tries === MOST_TRIES) return answer;
  }
}

/** A sandbox program that gives a tenth of each purchase from 20 on; ada has 100. */
export async function till(settings: Parameters<typeof shop>[0] & { budgets?: readonly Body[] } = {}): Promise<TestTill> {
  const { budgets = [], ...rest } = settings;
  const club = await shop(rest);
  const { api, program, asset } = club;
  await club.addRule({
    name: 'A tenth',
    condition: 'event.type == "purchase" && event.amount >= 20',
    actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '{{ event.amount * 0.1 }}' }],
    budgets: budgets.map((budget) => ({ asset_id: asset.id, ...budget })),
  });
  const decide: TestTill['decide'] = (body) =>
    api.post('/decisions', {
      program_id: program.id,
      external_id: 'ada',
      idempotency_key: randomUUID(),
      mode: 'COMMIT',
      event_data: { type: 'purchase', amount: 50 },
      ...body,
    });
  const must = async (answer: Promise<Answer<DecisionRecord & AnyBody>>): Promise<DecisionRecord> => {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`expected 200, got ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    ...club,
    decide,
    decided: (body) => must(decide(body)),
    held: (body) => must(decide({ mode: 'RESERVE', ...body })),
    end: (verb, { id }, body) => api.post(`/decisions/${id}/${verb}`, body ?? {}),
    change: ({ id }, body) => api.patch(`/decisions/${id}`, body),
    waitForRetry: async () => {
      await club.send({ event_data: { type: 'purchase', amount: 50 } });
      await awaitRetry(club.id);
    },
    readDecision: ({ id }, query = '') => must(api.get(`/decisions/${id}${query}`)),
  };
}
