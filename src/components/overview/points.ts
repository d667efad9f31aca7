/** Turns an asset's spans into chart points: numbers to draw, exact amounts to show. */
import type { Overview, OverviewSpan } from '@/contract/overview';

type Amounts = NonNullable<OverviewSpan['flows']>;

export interface FlowPoint {
  readonly from: string;
  readonly to: string;
  readonly exact: Amounts;
  readonly drawn: Readonly<Record<keyof Amounts, number>>;
}

export const pointsOf = ({ spans }: Pick<Overview, 'spans'>): FlowPoint[] =>
  spans.flatMap(({ from, to, flows }) => (flows === null ? [] : [{ from, to, exact: flows, drawn: drawnFrom(flows) }]));

const drawnFrom = ({ issued, redeemed, expired, liability }: Amounts): FlowPoint['drawn'] => ({
  issued: Number(issued),
  redeemed: Number(redeemed),
  expired: Number(expired),
  liability: Number(liability),
});
