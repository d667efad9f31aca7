/** Sums what was issued, redeemed, expired and is owed: per asset over a period, and for one asset span by span. */
import { present } from '@/domain/assert';
import { amountOf, ZERO, type Amount } from '@/domain/money';
import type { FlowRow } from '@/server/db/repositories/reports/ledger-flows';
import { headingsOf, netOf } from '@/server/services/reports/reports';

/** All time, and of that the comparison period and the period itself. */
export type FigureWindow = 'EVER' | 'PREVIOUS' | 'NOW';

export interface Figures {
  readonly issued: Amount;
  readonly redeemed: Amount;
  readonly expired: Amount;
  /** Owed at the end. */
  readonly liability: Amount;
}

export interface AssetFigures extends Figures {
  readonly assetId: string;
  readonly scale: number;
  /** Of the comparison period; `liability` is what was owed when this period began. */
  readonly previous: Figures;
}

/** Ordered by symbol, like the rows. */
export function assetFigures(rows: readonly FlowRow<FigureWindow>[]): AssetFigures[] {
  return [...Map.groupBy(rows, ({ asset_id }) => asset_id)].map(([assetId, changes]) => {
    const of = (part: FigureWindow) => changes.filter((change) => change.part === part);
    const now = of('NOW');
    const liability = netOf(of('EVER'));
    return {
      assetId,
      scale: present(changes[0], 'a group has at least one row').scale,
      ...figures(now, liability),
      previous: figures(of('PREVIOUS'), liability.minus(netOf(now))),
    };
  });
}

/** @param count the number of spans; anything dated after the last counts towards it. */
export function spanFigures(rows: readonly FlowRow<FigureWindow>[], assetId: string, count: number): Figures[] {
  const changes = rows.filter(({ asset_id }) => asset_id === assetId);
  const now = changes.filter(({ part }) => part === 'NOW');
  const spans = Map.groupBy(now, ({ span }) => Math.min(span, count - 1));
  let liability = netOf(changes.filter(({ part }) => part === 'EVER')).minus(netOf(now));
  return Array.from({ length: count }, (_, span) => {
    const within = spans.get(span) ?? [];
    liability = liability.plus(netOf(within));
    return figures(within, liability);
  });
}

function figures(rows: readonly FlowRow<FigureWindow>[], liability: Amount): Figures {
  const { issued, redeemed, expired } = headingsOf(rows);
  return { issued, redeemed, expired, liability };
}

/**
 * The requested asset if it ever moved, else the one that moved most in the period: in the most spans first, because amounts of
 * different assets say little about each other; then by amount, and by what is owed.
 */
export function chosenAsset(
  assets: readonly AssetFigures[],
  rows: readonly FlowRow<FigureWindow>[],
  wanted: string | undefined,
): AssetFigures | null {
  const requested = assets.find(({ assetId }) => assetId === wanted);
  if (requested) return requested;
  const changes = Map.groupBy(
    rows.filter(({ part }) => part === 'NOW'),
    ({ asset_id }) => asset_id,
  );
  const ranked = assets.map((asset) => {
    const own = changes.get(asset.assetId) ?? [];
    const moved = own.reduce((sum, { more, less }) => sum.plus(amountOf(more)).minus(amountOf(less)), ZERO);
    return { asset, moved, spans: new Set(own.map(({ span }) => span)).size };
  });
  const [most] = ranked.toSorted(
    (a, b) => b.spans - a.spans || b.moved.comparedTo(a.moved) || b.asset.liability.comparedTo(a.asset.liability),
  );
  return most?.asset ?? null;
}

const HUNDRED = amountOf(100);

/** To one decimal place, rounded down; "0.0" when `whole` is zero. */
export function percentOf(part: string, whole: string): string {
  const all = amountOf(whole);
  return (all.isZero() ? ZERO : amountOf(part).times(HUNDRED).div(all)).toFixed(1);
}
