/** Adds up, event by event, what rules actually moved and what the tried rules would have, in memory that does not grow with the events. */
import type { AssetTerms } from '@/domain/ledger/accounts';
import type { Posting } from '@/domain/ledger/entry';
import { Amount, formatAmount, ZERO } from '@/domain/money';
import type { Evaluation, RuleVerdict } from '@/domain/rules/evaluate';
import {
  EVENT_COMPARISONS,
  type BacktestResult,
  type Compared,
  type ComparedAsset,
  type ComparedEvent,
  type ComparedHolder,
  type EventComparison,
} from './result';

/** An entry of either side, actual or backtest. */
export interface TalliedEntry {
  readonly ruleId: string | null;
  readonly postings: readonly Pick<Posting, 'assetId' | 'account' | 'amount'>[];
}

export interface TalliedEvent {
  readonly id: string;
  readonly participantId: string | null;
  readonly failedThen: boolean;
  readonly failsNow: boolean;
  readonly actual: readonly TalliedEntry[];
  readonly backtest: readonly TalliedEntry[];
  readonly evaluations: readonly Pick<Evaluation, 'rule' | 'status'>[];
}

const TOP_EVENTS = 10;
const TOP_HOLDERS = 20;

interface Pair {
  actual: Amount;
  backtest: Amount;
}

/** By asset. */
type Sums = Map<string, Pair>;
type HolderKey = `${'PARTICIPANT' | 'GROUP'}/${string}`;

export class BacktestTally {
  private readonly counts = new Map<EventComparison, number>();
  private readonly total: Sums = new Map();
  private readonly byRule = new Map<string, Sums>();
  private readonly byHolder = new Map<HolderKey, Sums>();
  private readonly verdicts = new Map<string, Map<RuleVerdict, number>>();
  private top: { readonly event: TalliedEvent; readonly comparison: EventComparison; readonly sums: Sums; readonly weight: Amount }[] = [];
  private events = 0;

  constructor(private readonly assets: ReadonlyMap<string, Pick<AssetTerms, 'symbol' | 'scale'>>) {}

  add(event: TalliedEvent): void {
    this.events++;
    const own: Sums = new Map();
    const places = new Map<string, Pair>();
    for (const side of ['actual', 'backtest'] as const) {
      for (const entry of event[side]) for (const posting of entry.postings) this.addPosting(side, entry.ruleId, posting, own, places);
    }
    for (const { rule, status } of event.evaluations) count(nested(this.verdicts, rule.id), status);
    const comparison = compare(event, [...places.values()]);
    count(this.counts, comparison);
    if (comparison !== 'SAME') this.keepIfLarge(event, comparison, own);
  }

  private addPosting(
    side: keyof Pair,
    ruleId: string | null,
    { assetId, account, amount }: TalliedEntry['postings'][number],
    own: Sums,
    places: Map<string, Pair>,
  ): void {
    if (account.type !== 'PARTICIPANT' && account.type !== 'GROUP') return;
    addTo(places, `${account.id}/${assetId}/${account.bucket}`, side, amount);
    for (const sums of [
      own,
      this.total,
      nested(this.byRule, ruleId ?? ''),
      nested(this.byHolder, `${account.type}/${account.id}` as const),
    ])
      addTo(sums, assetId, side, amount);
  }

  private keepIfLarge(event: TalliedEvent, comparison: EventComparison, sums: Sums): void {
    const weight = weightOf(sums);
    const last = this.top[TOP_EVENTS - 1];
    if (last && !weight.greaterThan(last.weight)) return;
    const { id, participantId } = event;
    const kept = { ...event, id, participantId, actual: [], backtest: [], evaluations: [] };
    this.top = [...this.top, { event: kept, comparison, sums, weight }].sort((a, b) => b.weight.comparedTo(a.weight)).slice(0, TOP_EVENTS);
  }

  /** The rules that moved anything, on either side. */
  get ruleIds(): string[] {
    return [...this.byRule.keys()].filter((id) => id !== '');
  }

  result(): Pick<BacktestResult, 'events' | 'assets' | 'holders' | 'top_events'> {
    const differing = [...this.byHolder].filter(([, sums]) => !weightOf(sums).isZero());
    const weighed = differing.map(([key, sums]) => ({ key, sums, weight: weightOf(sums) })).sort((a, b) => b.weight.comparedTo(a.weight));
    return {
      events: { total: this.events, ...countsOf(this.counts) },
      assets: this.shown(this.total).map((sum) => ({ ...sum, symbol: this.assets.get(sum.asset_id)?.symbol ?? '' })),
      holders: {
        total: this.byHolder.size,
        differing: differing.length,
        top: weighed.slice(0, TOP_HOLDERS).map(({ key, sums }): ComparedHolder => {
          // A key is written as a type and an id, of which neither has a slash.
          const [type, id] = key.split('/') as [ComparedHolder['type'], string];
          return { type, id, assets: this.shown(sums) };
        }),
      },
      top_events: this.top.map(({ event, comparison, sums }): ComparedEvent => ({
        event_id: event.id,
        participant_id: event.participantId,
        comparison,
        assets: this.shown(sums),
      })),
    };
  }

  rule(id: string): { verdicts: Partial<Record<RuleVerdict, number>>; assets: ComparedAsset[] } {
    return { verdicts: Object.fromEntries(this.verdicts.get(id) ?? []), assets: this.shown(this.byRule.get(id) ?? new Map()) };
  }

  private shown(sums: Sums): ComparedAsset[] {
    return [...sums].map(([asset_id, pair]) => ({ asset_id, ...compared(pair, this.assets.get(asset_id)?.scale ?? 0) }));
  }
}

export function compared({ actual, backtest }: Pair, scale: number): Compared {
  return {
    actual: formatAmount(actual, scale),
    backtest: formatAmount(backtest, scale),
    difference: formatAmount(backtest.minus(actual), scale),
  };
}

function compare({ failedThen, failsNow, actual, backtest }: TalliedEvent, places: readonly Pair[]): EventComparison {
  if (failsNow !== failedThen) return failsNow ? 'NEWLY_FAILED' : 'NO_LONGER_FAILED';
  if (places.every((pair) => pair.actual.equals(pair.backtest))) return 'SAME';
  if (actual.length === 0) return 'ADDED';
  return backtest.length === 0 ? 'REMOVED' : 'CHANGED';
}

/** Ranks differences. Amounts of different assets cannot be added, so the largest one counts. */
const weightOf = (sums: Sums): Amount =>
  [...sums.values()].reduce((most, { actual, backtest }) => Amount.max(most, backtest.minus(actual).abs()), ZERO);

function addTo(sums: Map<string, Pair>, key: string, side: keyof Pair, amount: Amount): void {
  const pair = sums.get(key) ?? { actual: ZERO, backtest: ZERO };
  sums.set(key, pair);
  pair[side] = pair[side].plus(amount);
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function nested<Key, Inner, Value>(maps: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
  const found = maps.get(key) ?? new Map<Inner, Value>();
  maps.set(key, found);
  return found;
}

function countsOf(counts: ReadonlyMap<EventComparison, number>): Omit<BacktestResult['events'], 'total'> {
  // The fields of the counts are the comparisons in lower case.
  return Object.fromEntries(EVENT_COMPARISONS.map((name) => [name.toLowerCase(), counts.get(name) ?? 0])) as Omit<
    BacktestResult['events'],
    'total'
  >;
}
