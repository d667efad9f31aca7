/** Makes a program of random terms and rules: the same dice make the same program, as often as it is asked for. */
import type { Answer, AnyBody } from '@tests/support/api';
import type { Dice } from '@tests/support/dice';
import { programWithAsset, type TestProgram } from '@tests/support/programs';
import { level } from '@tests/support/tiers';
import { createEndpoint } from '@tests/support/webhooks';

export const PEOPLE = ['ada', 'bob', 'cyd'] as const;
/** Whom an event may create. */
export const STRANGERS = ['dan', 'eve'] as const;
const WALLET = '900';

type Fields = Record<string, unknown>;

export interface RandomProgram extends TestProgram {
  readonly assetIds: readonly string[];
  /** Whether nothing depends on when it happens: no rule makes events, and no lot matures or expires. */
  readonly isTimeless: boolean;
}

async function must<Body>(answer: Promise<Answer<Body>>): Promise<Body> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** @param receiver the URL of an endpoint for every webhook. */
export async function randomProgram(dice: Dice, receiver: string): Promise<RandomProgram> {
  const kinds = [assetOf(dice, 'ONE'), assetOf(dice, 'TWO')] as const;
  const made = await programWithAsset({ mode: 'SANDBOX', ...kinds[0] });
  const second = await made.addAsset(kinds[1]);
  const { api, program } = made;
  const assetIds = [made.asset.id, second.id];
  for (const [place, { issuance_policy }] of kinds.entries())
    if (issuance_policy === 'PREFUNDED')
      await must(api.post(`/programs/${program.id}/assets/${assetIds[place]}/fund`, { amount: WALLET, description: 'To begin with' }));
  const ids: string[] = [];
  for (const external_id of PEOPLE)
    ids.push(String((await must(api.post<AnyBody>('/participants', { external_id, program_id: program.id }))).id));
  const members = ids.slice(0, 2).map((id) => ({ participant_id: id, role: 'ADMIN' }));
  const group = String((await must(api.post<AnyBody>('/groups', { name: 'Team', members }))).id);
  await must(
    api.post(`/programs/${program.id}/tiers`, { key: 'status', name: 'Status', levels: [level('silver', 1, 3), level('gold', 2, 9)] }),
  );
  const rules = new RandomRules(dice, assetIds, kinds, group).draw();
  for (const rule of rules) await made.addRule(rule);
  await createEndpoint(api, receiver);
  return { ...made, assetIds, isTimeless: !/SCHEDULE_EVENT|expires_in|matures_in/.test(JSON.stringify(rules)) };
}

interface AssetKind {
  readonly symbol: string;
  readonly scale: number;
  readonly inventory_mode: 'SIMPLE' | 'LOT';
  readonly issuance_policy: 'UNLIMITED' | 'PREFUNDED';
  readonly max_transaction_amount?: string;
}

const assetOf = (dice: Dice, symbol: string): AssetKind => ({
  symbol,
  scale: dice.one([0, 2, 4]),
  inventory_mode: dice.one(['SIMPLE', 'LOT', 'LOT']),
  issuance_policy: dice.one(['UNLIMITED', 'UNLIMITED', 'PREFUNDED']),
  ...(dice.chance(0.2) ? { max_transaction_amount: '40' } : {}),
});

const POLICIES = ['REJECT', 'PARTIAL', 'ALLOW_NEGATIVE'] as const;

/** Draws the rules of one program. */
class RandomRules {
  constructor(
    private readonly dice: Dice,
    private readonly assetIds: readonly string[],
    private readonly kinds: readonly AssetKind[],
    private readonly group: string,
  ) {}

  draw() {
    const all = [
      ...[0, 1].map((place) => this.earning(place)),
      ...[0, 1].map((place) => this.provisional(place)),
      ...this.spending(),
      ...this.state(),
      this.rule('Broken', 'event.type == "visit"', [
        { type: 'CREDIT', asset_id: this.asset(), amount: '{{ event.amount / event.divisor }}', ...this.target() },
      ]),
      this.rule('Echo', 'event.type == "visit"', [
        { type: 'SCHEDULE_EVENT', event_name: 'echo', payload: { amount: '{{ event.amount }}' }, ...this.dice.one([{}, { delay: '1d' }]) },
        { type: 'COUNTER', key: 'echoes', value: '1', target: { type: 'PROGRAM' } },
      ]),
      this.rule('Heard', 'event.type == "echo"', [{ type: 'CREDIT', asset_id: this.asset(), amount: '1', ...this.target() }]),
    ];
    return all.filter(({ name }) => name.startsWith('Earn') || this.dice.chance(0.6));
  }

  private rule(name: string, condition: string, actions: readonly Fields[], rest: Fields = {}) {
    return { name, condition, actions: [...actions], stop_after_match: this.dice.chance(0.05), ...rest };
  }

  private asset(): string {
    return this.dice.one(this.assetIds);
  }

  private target(): Fields {
    return this.dice.one([{}, {}, { target: { type: 'GROUP', id: this.group } }, { target: { type: 'PARTICIPANT', external_id: 'bob' } }]);
  }

  private terms(place: number): Fields {
    if (this.kinds[place]?.inventory_mode !== 'LOT') return {};
    return this.dice.one<Fields>([{}, { expires_in: '2d' }, { expires_in: '5d', matures_in: '1d' }, { matures_in: '3d' }]);
  }

  private earning(place: number) {
    const asset_id = this.assetIds[place];
    const scheduled = (): Fields => this.dice.one([{ schedule_type: null }, { schedule_type: 'CRON', cron_expression: '0 0 * * *' }]);
    const scopes = (['PROGRAM', 'PARTICIPANT'] as const).filter(() => this.dice.chance(0.5));
    const budgets = scopes.map((scope) => ({ asset_id, scope, limit: scope === 'PROGRAM' ? '120' : '40', ...scheduled() }));
    const condition = this.dice.one([
      'event.type == "purchase"',
      'event.type == "purchase" && participant.counters.visits >= 2.0',
      'event.type == "purchase" && !("often" in participant.tags)',
    ]);
    const credit = { type: 'CREDIT', asset_id, amount: this.dice.one(['{{ event.amount * 0.1 }}', '{{ event.amount / 3.0 }}', '5']) };
    const referenced = this.dice.chance(0.7) ? { reference_id: 'order-{{ event.order }}' } : {};
    return this.rule(`Earn ${place}`, condition, [{ ...credit, ...referenced, ...this.terms(place), ...this.target() }], { budgets });
  }

  /** What is given into HELD, and given back or taken back later. */
  private provisional(place: number) {
    const asset_id = this.assetIds[place];
    const reference_id = 'order-{{ event.order }}';
    const pending = { type: 'CREDIT', bucket: 'HELD', asset_id, reference_id, amount: '{{ event.amount * 0.2 }}' };
    const ends = { type: this.kinds[place]?.inventory_mode === 'LOT' ? 'VOID_PENDING' : 'RELEASE', asset_id, reference_id };
    return this.dice.chance(0.5)
      ? this.rule(`Pending ${place}`, 'event.type == "order"', [pending])
      : this.rule(`End ${place}`, 'event.type == "cancel"', [
          ends.type === 'RELEASE' ? { ...ends, amount: '{{ event.amount * 0.2 }}' } : ends,
        ]);
  }

  private spending() {
    const reference_id = 'hold-{{ event.order }}';
    const shortfall_policy = this.dice.one(POLICIES);
    const amount = '{{ event.amount * 0.3 }}';
    const to = this.dice.one([{ type: 'RECIPIENT' }, { type: 'GROUP', id: this.group }, { type: 'PARTICIPANT', external_id: 'cyd' }]);
    return [
      this.rule('Fee', 'event.type == "fee"', [{ type: 'DEBIT', asset_id: this.asset(), amount, shortfall_policy }]),
      this.rule('Hold', 'event.type == "hold"', [{ type: 'HOLD', asset_id: this.assetIds[0], amount, reference_id }]),
      this.rule('Let go', 'event.type == "release"', [{ type: 'RELEASE', asset_id: this.assetIds[0], amount, reference_id }]),
      this.rule('Lose', 'event.type == "lose"', [{ type: 'FORFEIT', asset_id: this.asset(), amount }]),
      this.rule('Gift', 'event.type == "gift"', [
        { type: 'TRANSFER', asset_id: this.asset(), amount, target: to, preserve_expiry: this.dice.chance(0.5) },
      ]),
      this.rule('Return', 'event.type == "return"', [
        {
          type: 'TAKE_BACK',
          asset_id: this.asset(),
          reference_id: 'order-{{ event.order }}',
          share: this.dice.one(['1', '{{ 1.0 / event.divisor }}']),
          shortfall_policy: this.dice.one(POLICIES),
        },
      ]),
    ];
  }

  private state() {
    const window = this.dice.chance(0.5) ? { reset_after: '3d' } : {};
    return [
      this.rule('Visits', 'true', [{ type: 'COUNTER', key: 'visits', value: '1' }]),
      this.rule('Points', 'event.type == "purchase"', [{ type: 'COUNTER', key: 'points', value: '1', ...window }]),
      this.rule('Often', 'participant.counters.visits >= 4.0', [{ type: 'TAG', tag: 'often' }]),
      this.rule('Seldom', 'event.type == "lose"', [{ type: 'UNTAG', tag: 'often' }]),
      this.rule('Gold', 'has(participant.tiers.status) && participant.tiers.status.level == "gold"', [
        { type: 'CREDIT', asset_id: this.asset(), amount: '2' },
        { type: 'SET_ATTRIBUTE', key: 'last_order', value: '{{ event.order }}' },
      ]),
      this.rule('Fall', 'event.type == "cancel" && event.divisor == 0.0', [{ type: 'SET_TIER', tier: 'status', level: 'silver' }]),
      this.rule('Rich', 'participant.balances.ONE.available > 20.0', [
        { type: 'COUNTER', key: 'rich', operation: 'SET', value: '{{ participant.balances.ONE.available }}' },
      ]),
    ];
  }
}
