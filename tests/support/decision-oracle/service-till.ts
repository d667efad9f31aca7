/** Takes the steps of a life through the API, and reads what the tables hold afterwards in the form of the model. */
import { randomUUID } from 'node:crypto';
import type { DecisionRecord } from '@/contract/decision';
import { amountOf } from '@/domain/money';
import { statement } from '@/server/db/transaction';
import type { Answer, AnyBody } from '@tests/support/api';
import { persistently, till, type TestTill } from '@tests/support/decisions';
import { processDueEvents } from '@tests/support/jobs';
import type { DecisionOracle, Told } from './oracle';
import type { Terms } from './state';
import { PEOPLE, type Basket, type Spending, type Step } from './step';

const HOUR_MS = 3_600_000;
/** A whole number of hundredths. */
const hundredths = (text: string | undefined): number =>
  amountOf(text ?? '0')
    .times(100)
    .toNumber();
const written = (amount: number): string => (amount / 100).toFixed(2);

export interface TillKind {
  readonly inventory_mode: 'SIMPLE' | 'LOT';
  readonly issuance_policy: 'UNLIMITED' | 'PREFUNDED';
}

export class ServiceTill {
  private readonly decisionIds: string[] = [];
  private offset = 0;

  private constructor(
    readonly club: TestTill,
    private readonly rewardId: string,
  ) {}

  static async create(kind: TillKind, { budgets, reward }: Terms): Promise<ServiceTill> {
    const club = await till({
      ...kind,
      balance: '0',
      budgets: [
        { scope: 'PROGRAM', limit: written(budgets.program), schedule_type: null },
        { scope: 'PARTICIPANT', limit: written(budgets.participant), schedule_type: null },
      ],
    });
    const { api, program, asset } = club;
    const fee = { type: 'DEBIT', asset_id: asset.id, amount: '{{ event.amount }}', shortfall_policy: 'REJECT' };
    await club.addRule({ name: 'Fee', condition: 'event.type == "fee"', actions: [fee] });
    await club.addRule({
      name: 'Trade',
      condition: 'event.type == "trade"',
      actions: [fee, { type: 'CREDIT', asset_id: asset.id, amount: '{{ event.amount * 2.0 }}' }],
    });
    await club.addRule({ name: 'Visits', actions: [{ type: 'COUNTER', key: 'visits', value: '1' }] });
    for (const external_id of ['ada', 'bob'])
      if (external_id !== 'ada') await api.post('/participants', { external_id, program_id: program.id });
    const { id } = await club.reward({
      unit_cost: written(reward.cost),
      max_total: reward.inAll,
      max_per_participant: reward.each,
    });
    return new ServiceTill(club, id);
  }

  /** @returns what is told of a decision, the code of a refusal, or null. */
  async run(step: Step, oracle: DecisionOracle): Promise<Told | null> {
    const { api, program, asset } = this.club;
    const place = { program_id: program.id, asset_id: asset.id };
    switch (step.kind) {
      case 'decide':
        return this.decide(step);
      case 'event': {
        const answer = await api.post<AnyBody>('/events', {
          program_id: program.id,
          external_id: step.who,
          idempotency_key: randomUUID(),
          event_data: dataOf(step.basket),
        });
        await processDueEvents(this.club.id);
        return refusal(answer);
      }
      case 'give': {
        const credit = { ...place, type: 'CREDIT', amount: written(step.amount), description: 'Given' };
        return refusal(await api.post<AnyBody>(`/participants/ext:${step.who}/balances/adjust`, credit));
      }
      case 'fund':
        if (asset.issuance_policy === 'UNLIMITED') return null;
        return refusal(await this.club.wallet('fund', { amount: written(step.amount) }));
      case 'advance': {
        const { body } = await api.post<{ now: string }>('/sandbox/clock/advance', { by: `${step.hours}h` });
        this.offset = Date.parse(body.now) - Date.now();
        return null;
      }
      default: {
        const index = oracle.placeOf(step.of);
        return index === null ? null : this.resolve(step, { id: this.decisionIds[index] ?? '' });
      }
    }
  }

  private async decide({ mode, who, basket, spendings, hours }: Step & { kind: 'decide' }): Promise<Told> {
    const asked = {
      mode,
      external_id: who,
      idempotency_key: randomUUID(),
      event_data: dataOf(basket),
      redemptions: this.redemptionsOf(spendings),
      ...(mode === 'RESERVE' ? this.until(hours) : {}),
    };
    const answer = await persistently(() => this.club.decide(asked));
    if (answer.status === 200 && answer.body.id !== null) this.decisionIds.push(answer.body.id);
    return told(answer);
  }

  private async resolve(step: Step & { kind: 'change' | 'commit' | 'cancel' }, decision: { id: string }): Promise<Told> {
    const data = 'basket' in step && step.basket !== null ? { event_data: dataOf(step.basket) } : {};
    const { kind } = step;
    if (kind !== 'change') return told(await persistently(() => this.club.end(kind, decision, data)));
    const redemptions = step.spendings === null ? {} : { redemptions: this.redemptionsOf(step.spendings) };
    const change = { ...data, ...redemptions, ...this.until(step.hours) };
    return told(await persistently(() => this.club.change(decision, change)));
  }

  private until(hours: number | null): Record<string, string> {
    return hours === null ? {} : { expires_at: new Date(Date.now() + this.offset + hours * HOUR_MS).toISOString() };
  }

  private redemptionsOf(spendings: readonly Spending[]) {
    return spendings.map((one) =>
      'amount' in one
        ? { asset_id: this.club.asset.id, amount: written(one.amount) }
        : { reward_id: this.rewardId, quantity: one.quantity },
    );
  }

  /** In the form of the model. */
  async observe(): Promise<ReturnType<DecisionOracle['show']>> {
    const [row] = await statement<ObservedRow>(OBSERVE, [this.club.id, this.decisionIds]);
    if (!row) throw new Error('what is observed is one row');
    const purses = PEOPLE.map((who) => {
      const { available, held, visits, given, units = 0 } = row.purses[who] ?? {};
      return [
        who,
        { available: hundredths(available), held: hundredths(held), visits: Number(visits ?? 0), given: hundredths(given), units },
      ] as const;
    });
    const { wallet, given, units, reward, decisions } = row;
    return {
      purses: Object.fromEntries(purses),
      wallet: hundredths(wallet),
      given: hundredths(given),
      units,
      reward,
      decisions,
      redemptions: { PENDING: 0, COMPLETED: 0, CANCELLED: 0, FAILED: 0, ...row.redemptions },
      events: { COMPLETED: 0, FAILED: 0, ...row.events },
    };
  }

  /** Everything that a preview or a refusal must not add to. */
  async traces(): Promise<string> {
    const [row] = await statement<{ traces: string }>(TRACES, [this.club.id]);
    return row?.traces ?? '';
  }
}

const dataOf = ({ type, amount }: Basket) => ({ type, amount: amount / 100 });

const refusal = ({ status, body }: Answer<AnyBody>): Told | null => (status < 300 ? null : { code: String(body.code) });

function told({ status, body }: Answer<DecisionRecord & AnyBody>): Told {
  if (status !== 200) return { code: String(body.code) };
  const sum = (type: string): number =>
    body.effects.filter((effect) => effect.type === type).reduce((all, { amount }) => all + hundredths(amount), 0);
  return {
    status: body.status,
    effects: { credit: sum('CREDIT'), debit: sum('DEBIT') },
    refused: body.refused.flatMap((one) => (one.type === 'REDEMPTION' ? [one.code] : [])),
  };
}

interface ObservedRow {
  purses: Partial<Record<string, { available?: string; held?: string; visits?: string; given?: string; units?: number }>>;
  wallet: string;
  given: string;
  units: number;
  reward: string;
  decisions: ReturnType<DecisionOracle['show']>['decisions'];
  redemptions: Partial<ReturnType<DecisionOracle['show']>['redemptions']>;
  events: Partial<ReturnType<DecisionOracle['show']>['events']>;
}

/** $1 organization, which has one program, asset and reward, $2 decisions in their order. */
const OBSERVE = `
  SELECT
    (SELECT coalesce(json_object_agg(p.external_id, json_build_object('available', b.available::text, 'held', b.held::text, 'visits', c.value::text, 'given', u.consumed::text,
        'units', (SELECT coalesce(sum(r.units), 0) FROM redemptions r WHERE r.organization_id = $1 AND r.participant_id = p.id))), '{}')
     FROM participants p
     LEFT JOIN balances b ON b.organization_id = $1 AND b.account_id = p.id
     LEFT JOIN state_counters c ON c.organization_id = $1 AND c.subject_id = p.id AND c.key = 'visits'
     LEFT JOIN budget_usage u ON u.organization_id = $1 AND u.holder_id = p.id AND u.scope = 'PARTICIPANT'
     WHERE p.organization_id = $1) AS purses,
    (SELECT coalesce(sum(available), 0)::text FROM balances WHERE organization_id = $1 AND account_type = 'PROGRAM_WALLET') AS wallet,
    (SELECT coalesce(sum(consumed), 0)::text FROM budget_usage WHERE organization_id = $1 AND scope = 'PROGRAM') AS given,
    w.redeemed_count AS units, w.status AS reward,
    ARRAY(SELECT d.status FROM unnest($2::uuid[]) WITH ORDINALITY AS made (id, place) JOIN decisions d ON d.organization_id = $1 AND d.id = made.id ORDER BY place) AS decisions,
    (SELECT coalesce(json_object_agg(status, times), '{}') FROM (
      SELECT status, count(*)::int AS times FROM redemptions WHERE organization_id = $1 GROUP BY status) r) AS redemptions,
    (SELECT coalesce(json_object_agg(status, times), '{}') FROM (
      SELECT status, count(*)::int AS times FROM event_outcomes WHERE organization_id = $1 GROUP BY status) o) AS events
  FROM rewards w WHERE w.organization_id = $1`;

const TRACES = `
  SELECT concat_ws('/', (SELECT count(*) FROM journal_entries WHERE organization_id = $1), (SELECT count(*) FROM decisions WHERE organization_id = $1),
    (SELECT count(*) FROM redemptions WHERE organization_id = $1), (SELECT count(*) FROM events WHERE organization_id = $1),
    (SELECT count(*) FROM participants WHERE organization_id = $1), (SELECT count(*) FROM state_history WHERE organization_id = $1)) AS traces`;
