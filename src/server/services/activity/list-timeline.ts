/** Lists what happened to one holder, newest first: events, decisions, journal entries, changes of state and what campaigns did, in one list. */
import type { DecisionRecord } from '@/contract/decision';
import type { ListTimeline } from '@/contract/timeline';
import { invariant } from '@/domain/assert';
import type { Holder } from '@/domain/ledger/accounts';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findEvents } from '@/server/db/repositories/events/event-list';
import type { EventRow } from '@/server/db/repositories/events/event-records';
import { findStateChanges, type StateHistoryRow } from '@/server/db/repositories/people/state-history';
import { timelinePage, type TimelineKey } from '@/server/db/repositories/people/timeline';
import { findTimelineEntries, type TimelineEntryRow } from '@/server/db/repositories/people/timeline-entries';
import { findTimelineFacts, type TimelineFacts } from '@/server/db/repositories/people/timeline-facts';
import type { TimelineSource } from '@/server/db/repositories/people/timeline-sources';
import { findDecisionRecords } from '@/server/services/decisions/get-decision';

type FactsAbout<About extends TimelineFacts['about']> = Extract<TimelineFacts, { about: About }>['facts'];

export type TimelineItem = { at: Date; id: string } & (
  | { source: 'EVENT'; event: EventRow; announces: TimelineFacts | null }
  | { source: 'DECISION'; decision: DecisionRecord }
  | { source: 'ENTRY'; entry: TimelineEntryRow }
  | { source: 'STATE'; change: StateHistoryRow }
  | { source: 'CODE_USED' | 'CODE_RETURNED'; use: FactsAbout<'CODE'> }
  | { source: Extract<TimelineSource, `REFERRAL_${string}`>; referral: FactsAbout<'REFERRAL'> }
  | { source: 'RANK'; rank: FactsAbout<'LEADERBOARD'> }
);

/** @throws DomainError invalid_cursor. */
export async function listTimeline(ctx: Ctx, holder: Holder, query: Omit<ListTimeline, 'id'>): Promise<KeysetPage<TimelineItem>> {
  const organizationId = ctx.organization.id;
  const { rows: keys, nextCursor } = await timelinePage(organizationId, holder, query);
  const idsOf = (...sources: readonly TimelineSource[]) => keys.filter(({ source }) => sources.includes(source)).map(({ id }) => id);
  const changed = keys.filter(({ source }) => source === 'STATE');
  const [events, decisions, entries, changes, facts] = await Promise.all([
    unlessNone(idsOf('EVENT'), (ids) => findEvents(organizationId, ids)),
    unlessNone(idsOf('DECISION'), (ids) => findDecisionRecords(ctx, ids)),
    unlessNone(idsOf('ENTRY'), (ids) => findTimelineEntries(organizationId, holder, ids)),
    unlessNone(changed, (found) => findStateChanges(organizationId, holder.id, found)),
    factsOf(organizationId, holder, idsOf),
  ]);
  const found = {
    event: lookup(events, ({ id }) => id),
    decision: lookup(decisions, ({ id }) => id),
    entry: lookup(entries, ({ id }) => id),
    change: lookup(changes, ({ sequence }) => sequence),
    facts: new Map(facts.map((one) => [one.key, one])),
  };
  return { rows: keys.map((key) => happening(key, found)), nextCursor };
}

interface Found {
  event: (id: string) => EventRow;
  decision: (id: string) => DecisionRecord;
  entry: (id: string) => TimelineEntryRow;
  change: (id: string) => StateHistoryRow;
  facts: ReadonlyMap<string, TimelineFacts>;
}

function happening({ at, id, source }: TimelineKey, { event, decision, entry, change, facts }: Found): TimelineItem {
  const about = facts.get(id) ?? null;
  switch (source) {
    case 'EVENT':
      return { at, id, source, event: event(id), announces: about };
    case 'DECISION':
      return { at, id, source, decision: decision(id) };
    case 'ENTRY':
      return { at, id, source, entry: entry(id) };
    case 'STATE':
      return { at, id, source, change: change(id) };
    case 'CODE_USED':
    case 'CODE_RETURNED':
      invariant(about?.about === 'CODE', 'a listed use of a code exists');
      return { at, id, source, use: about.facts };
    case 'RANK':
      invariant(about?.about === 'LEADERBOARD', 'a listed rank exists');
      return { at, id, source, rank: about.facts };
    case 'REFERRAL_BOUND':
    case 'REFERRAL_QUALIFIED':
    case 'REFERRAL_EXPIRED':
    case 'REFERRAL_CANCELLED':
      invariant(about?.about === 'REFERRAL', 'a listed referral exists');
      return { at, id, source, referral: about.facts };
  }
}

async function factsOf(
  organizationId: string,
  holder: Holder,
  idsOf: (...sources: readonly TimelineSource[]) => string[],
): Promise<TimelineFacts[]> {
  const events = idsOf('EVENT');
  const referrals = idsOf('REFERRAL_BOUND', 'REFERRAL_QUALIFIED', 'REFERRAL_EXPIRED', 'REFERRAL_CANCELLED');
  const ranks = idsOf('RANK');
  const codes = idsOf('CODE_USED', 'CODE_RETURNED');
  if ([events, referrals, ranks, codes].every(({ length }) => length === 0)) return [];
  return findTimelineFacts(organizationId, { holderId: holder.id, events, referrals, ranks, codes });
}

const unlessNone = async <Key, Row>(keys: readonly Key[], read: (keys: readonly Key[]) => Promise<Row[]>): Promise<Row[]> =>
  keys.length > 0 ? read(keys) : [];

/** Rows by their ids. Listed rows are never deleted. */
function lookup<Row>(rows: readonly Row[], idOf: (row: Row) => string | null): (id: string) => Row {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return (id) => {
    const row = byId.get(id);
    invariant(row !== undefined, 'a listed row of the timeline exists');
    return row;
  };
}
