/** Lists what happened to one holder, newest first: events, decisions, journal entries and state changes in one list. */
import type { DecisionRecord } from '@/contract/decision';
import type { ListTimeline } from '@/contract/timeline';
import { invariant } from '@/domain/assert';
import type { Holder } from '@/domain/ledger/accounts';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findEvents } from '@/server/db/repositories/events/event-list';
import type { EventRow } from '@/server/db/repositories/events/event-records';
import { findStateChanges, type StateHistoryRow } from '@/server/db/repositories/people/state-history';
import { timelinePage, type TimelineKey, type TimelineSource } from '@/server/db/repositories/people/timeline';
import { findTimelineEntries, type TimelineEntryRow } from '@/server/db/repositories/people/timeline-entries';
import { findDecisionRecords } from '@/server/services/decisions/get-decision';

export type TimelineItem = { at: Date; id: string } & (
  | { source: 'EVENT'; event: EventRow }
  | { source: 'DECISION'; decision: DecisionRecord }
  | { source: 'ENTRY'; entry: TimelineEntryRow }
  | { source: 'STATE'; change: StateHistoryRow }
);

/** @throws DomainError invalid_cursor. */
export async function listTimeline(ctx: Ctx, holder: Holder, query: Omit<ListTimeline, 'id'>): Promise<KeysetPage<TimelineItem>> {
  const organizationId = ctx.organization.id;
  const { rows: keys, nextCursor } = await timelinePage(organizationId, holder, query);
  const idsOf = (source: TimelineSource) => keys.filter((key) => key.source === source).map(({ id }) => id);
  const [events, decisions, entries, changes] = await Promise.all([
    found(
      idsOf('EVENT'),
      (ids) => findEvents(organizationId, ids),
      (row) => row.id,
    ),
    found(
      idsOf('DECISION'),
      (ids) => findDecisionRecords(ctx, ids),
      (row) => row.id,
    ),
    found(
      idsOf('ENTRY'),
      (ids) => findTimelineEntries(organizationId, holder, ids),
      (row) => row.id,
    ),
    found(
      idsOf('STATE'),
      () =>
        findStateChanges(
          organizationId,
          holder.id,
          keys.filter(({ source }) => source === 'STATE'),
        ),
      (row) => row.sequence,
    ),
  ]);
  const happening = ({ at, id, source }: TimelineKey): TimelineItem => {
    switch (source) {
      case 'EVENT':
        return { at, id, source, event: events(id) };
      case 'DECISION':
        return { at, id, source, decision: decisions(id) };
      case 'ENTRY':
        return { at, id, source, entry: entries(id) };
      case 'STATE':
        return { at, id, source, change: changes(id) };
    }
  };
  return { rows: keys.map(happening), nextCursor };
}

/** Loads the rows of `ids` and returns their lookup by id. Listed rows are never deleted. */
async function found<Row>(ids: readonly string[], read: (ids: readonly string[]) => Promise<Row[]>, idOf: (row: Row) => string | null) {
  const rows = new Map((ids.length > 0 ? await read(ids) : []).map((row) => [idOf(row), row]));
  return (id: string): Row => {
    const row = rows.get(id);
    invariant(row !== undefined, 'a listed row of the timeline exists');
    return row;
  };
}
