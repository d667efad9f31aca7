/** Lists what is owed in each asset: at an instant by program, and as the flows that led there. */
import type { EntryType } from '@/domain/ledger/entry';
import { computed, type Listing, type ListingRequest } from '@/server/db/listing';
import type { CountedHours, OpenWindow } from './day-windows';
import { movedRows, type FlowScope } from './ledger-flows';

export interface LiabilityRow {
  asset_id: string;
  program_id: string;
  scale: number;
  /** Decimal text. */
  liability: string;
}

/** By asset symbol, then program. @param to exclusive; null: everything. @param hours the counted hours; null: none. */
export function liabilityRows(
  scope: FlowScope,
  to: Date | null,
  hours: CountedHours | null,
  request: ListingRequest,
): Listing<LiabilityRow> {
  const moved = movedRows(scope, [{ name: 'EVER', from: null, to }], hours);
  return computed<LiabilityRow>(
    {
      name: 'report-liability',
      columns: 'r.asset_id, r.program_id, r.scale, r.liability::text AS liability',
      from: `SELECT c.*, a.symbol, a.scale
             FROM (SELECT asset_id, program_id, sum(more + less) AS liability FROM ${moved.from} GROUP BY asset_id, program_id) AS c
             JOIN assets a ON a.id = c.asset_id AND a.organization_id = $1`,
      values: moved.values,
      order: [BY_SYMBOL, BY_ASSET, { sql: 'r.program_id', type: 'uuid' }],
    },
    request,
  );
}

/** What the entries of one type did to the holders of an asset, before the window or within it; decimal text. */
interface FlowChange {
  part: 'BEFORE' | 'WITHIN';
  type: EntryType;
  more: string;
  less: string;
}

export interface FlowLine {
  asset_id: string;
  scale: number;
  changes: FlowChange[];
}

/** By asset symbol. @param hours the counted hours; null: none. */
export function flowLines(
  scope: FlowScope,
  { from, to }: OpenWindow,
  hours: CountedHours | null,
  request: ListingRequest,
): Listing<FlowLine> {
  const before = from === null ? [] : [{ name: 'BEFORE', from: null, to: from }];
  const moved = movedRows(scope, [...before, { name: 'WITHIN', from, to }], hours);
  const change = `json_build_object('part', part, 'type', type, 'more', more::text, 'less', less::text)`;
  return computed<FlowLine>(
    {
      name: 'report-flows',
      columns: 'r.asset_id, r.scale, r.changes',
      from: `SELECT c.*, a.symbol, a.scale
             FROM (SELECT asset_id, json_agg(${change}) AS changes
                   FROM (SELECT asset_id, part, type, sum(more) AS more, sum(less) AS less FROM ${moved.from} GROUP BY asset_id, part, type) AS m
                   GROUP BY asset_id) AS c
             JOIN assets a ON a.id = c.asset_id AND a.organization_id = $1`,
      values: moved.values,
      order: [BY_SYMBOL, BY_ASSET],
    },
    request,
  );
}

const BY_SYMBOL = { sql: 'r.symbol', type: 'text' } as const;
const BY_ASSET = { sql: 'r.asset_id', type: 'uuid' } as const;
