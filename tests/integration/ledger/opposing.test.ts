/** Opposing operations on the same few accounts for a while: however they interleave, the service does not fail and nothing is lost. */
import { randomInt, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import type { Answer, AnyBody } from '@tests/support/api';
import { sendBatch } from '@tests/support/balance-batch';
import { note } from '@tests/support/chance';
import { brokenInvariants } from '@tests/support/invariants';
import { processDueEvents } from '@tests/support/jobs';
import { ledger, type TestLedger } from '@tests/support/ledger';
import { EVENT_RECORDS } from '@tests/support/event-records';

const SECONDS = Number(process.env.LEDGER_OPPOSING_SECONDS || 4);
const SEED = Number(process.env.LEDGER_SEED || randomInt(2 ** 31));
const CALLERS = 12;
/** Error codes for a caller whom others outran; any other is a fault. */
const LATE = new Set(['insufficient_funds', 'not_found', 'invalid_operation']);

type Act = (club: TestLedger, amount: string, reference_id: string, asset_id: string) => Promise<Answer<AnyBody>>;

const moveWallet = ({ api, program }: TestLedger, move: 'fund' | 'burn', asset_id: string, amount: string) =>
  api.post(`/programs/${program.id}/assets/${asset_id}/${move}`, { amount, description: 'Budget' });

const transfer = ({ api, program }: TestLedger, source_external_id: string, recipient: string, asset_id: string, amount: string) =>
  api.post('/transfers', {
    program_id: program.id,
    asset_id,
    source_external_id,
    recipients: [{ external_id: recipient, amount }],
    idempotency_key: randomUUID(),
  });

/** Events whose rules move value both ways, accepted at once and processed by workers alongside the callers. */
const batch: Act = ({ api, program }) => {
  const events = [
    ['ada', 'bob'],
    ['bob', 'ada'],
    ['ada', 'bob'],
  ].map(([external_id, recipient_external_id]) => ({
    program_id: program.id,
    external_id,
    recipient_external_id,
    idempotency_key: randomUUID(),
    event_data: { type: 'give' },
  }));
  return api.post('/events/batch', { events });
};

/** Operations on both participants in one request, in an order of their own. The answer is that of the first to be refused. */
const together: Act = async ({ api, program }, amount, reference_id, asset_id) => {
  const of = { program_id: program.id, asset_id, amount, description: 'Together' };
  const operations = ['ada', 'bob', 'ada'].flatMap((external_id) => [
    { operation: 'ADJUST', ...of, external_id, type: 'CREDIT' },
    { operation: 'HOLD', ...of, external_id, reference_id },
    { operation: 'RELEASE', ...of, external_id },
  ]);
  const drawn = operations.map((one) => ({ ...one, idempotency_key: randomUUID() }));
  const ordered = drawn.sort((a, b) => (a.idempotency_key < b.idempotency_key ? -1 : 1));
  const answer = await sendBatch(api, ordered);
  const refused = answer.body.results?.find(({ error }) => error);
  return refused ? { ...answer, status: refused.http_status, body: { ...refused.error } } : answer;
};

const ACTS: readonly Act[] = [
  batch,
  together,
  (club, amount, _, asset_id) => club.adjust({ amount, asset_id }),
  (club, amount, _, asset_id) => club.adjust({ type: 'DEBIT', amount, asset_id }),
  (club, amount, _, asset_id) => club.adjust({ type: 'DEBIT', amount, asset_id, shortfall_policy: 'ALLOW_NEGATIVE' }),
  (club, amount, reference_id, asset_id) => club.adjust({ amount, asset_id, bucket: 'HELD', reference_id }),
  (club, amount, reference_id, asset_id) => club.adjust({ amount, asset_id, reference_id }),
  (club, amount, reference_id, asset_id) => club.command('hold', { amount, asset_id, reference_id }),
  (club, amount, reference_id, asset_id) => club.command('release', { amount, asset_id, reference_id }),
  (club, amount, _, asset_id) => club.command('release', { amount, asset_id }),
  (club, _, reference_id, asset_id) => club.command('void-hold', { asset_id, reference_id }),
  (club, amount, _, asset_id) => club.command('forfeit', { amount, asset_id, bucket: 'AVAILABLE' }),
  (club, amount, reference_id, asset_id) => club.command('forfeit', { amount, asset_id, bucket: 'HELD', reference_id }),
  (club, amount, _, asset_id) => moveWallet(club, 'fund', asset_id, amount),
  (club, amount, _, asset_id) => moveWallet(club, 'burn', asset_id, amount),
  (club, amount, _, asset_id) => transfer(club, 'ada', 'bob', asset_id, amount),
  (club, amount, _, asset_id) => transfer(club, 'bob', 'ada', asset_id, amount),
];

/** Each event transfers both assets to the other participant, and credits from the wallet. */
async function addOpposingRules(club: TestLedger, assets: readonly string[]): Promise<void> {
  const give = { type: 'TRANSFER', amount: '0.03', target: { type: 'RECIPIENT' } };
  const actions = assets.flatMap((asset_id) => [
    { type: 'CREDIT', amount: '0.05', asset_id },
    { ...give, asset_id },
  ]);
  await club.addRule({ name: 'Give', condition: 'event.type == "give"', actions });
}

/** Events by outcome; one retried after a failure counts separately. */
const endedEvents = (organizationId: string) =>
  statement<{ end: string; events: number }>(
    `SELECT concat_ws(' ', status, error_code, CASE WHEN retry_count > 0 THEN 'after ' || retry_count || ' retries' END) AS end, count(*)::int AS events
     FROM ${EVENT_RECORDS} e WHERE organization_id = $1 GROUP BY 1 ORDER BY 1`,
    [organizationId],
  );

/** Reproducible numbers below a bound; the interleaving is left to chance. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

test(
  `${CALLERS} callers with opposing operations for ${SECONDS} s are answered or told that they were late, and every invariant holds`,
  async () => {
    note(`LEDGER_SEED=${SEED} LEDGER_OPPOSING_SECONDS=${SECONDS}`);
    const club = await ledger({ issuance_policy: 'PREFUNDED', inventory_mode: 'LOT' });
    const simple = await club.addAsset({ symbol: 'SIMPLE', issuance_policy: 'PREFUNDED' });
    const assets = [club.asset.id, simple.id];
    for (const asset_id of assets) await moveWallet(club, 'fund', asset_id, '1000');
    for (const external_id of ['ada', 'bob']) await club.api.post('/participants', { external_id, program_id: club.program.id });
    await addOpposingRules(club, assets);
    const outcomes = new Map<string, number>();
    const until = Date.now() + SECONDS * 1000;
    let hasCompleted = false;
    // A busy machine may take longer to come to an event whose participant has enough.
    const isOver = (): boolean => hasCompleted && Date.now() >= until;
    const caller = async (seed: number): Promise<void> => {
      const next = numbers(seed);
      while (!isOver()) {
        const act = ACTS[next(ACTS.length)]!;
        const { status, body } = await act(club, `${next(900) / 100 + 0.01}`.slice(0, 4), `r${next(3)}`, assets[next(assets.length)]!);
        const outcome = status < 300 ? 'done' : `${status} ${String(body.code)}`;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    };
    const worker = async (): Promise<void> => {
      while (!isOver()) {
        await processDueEvents(club.id);
        hasCompleted ||= (await endedEvents(club.id)).some(({ end }) => end === 'COMPLETED');
      }
    };
    await Promise.all([...Array.from({ length: CALLERS }, (_, index) => caller(SEED + index)), worker(), worker()]);
    await processDueEvents(club.id);
    note(JSON.stringify(Object.fromEntries(outcomes)));
    expect([...outcomes.keys()].filter((outcome) => outcome !== 'done' && !LATE.has(outcome.split(' ')[1]!))).toEqual([]);
    expect(outcomes.get('done') ?? 0).toBeGreaterThan(SECONDS);
    const events = await endedEvents(club.id);
    note(JSON.stringify(events));
    expect(events.filter(({ end }) => end !== 'COMPLETED' && end !== 'FAILED insufficient_funds')).toEqual([]);
    expect(events.find(({ end }) => end === 'COMPLETED')?.events).toBeGreaterThan(0);
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  },
  SECONDS * 1000 + 60_000,
);
