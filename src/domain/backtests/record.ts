/** Defines what a backtest reads of the past: events with their outcomes, entries as posted, state changes as recorded. */
import type { QueuedEvent } from '@/domain/events/order';
import type { EntryType, Posting } from '@/domain/ledger/entry';
import type { Lot } from '@/domain/ledger/lots';
import type { StateChange } from '@/domain/participants/state';
import type { EventFacts } from '@/domain/rules/evaluate';

export interface RecordedEvent extends EventFacts, QueuedEvent {
  /** The organization's time when the event was decided. */
  readonly processedAt: Date;
  /** Null when it completed. */
  readonly error: { readonly code: string | null } | null;
}

export interface RecordedEntry {
  readonly id: string;
  /** The order in which entries were written. */
  readonly sequence: number;
  readonly type: EntryType;
  readonly at: Date;
  readonly eventId: string | null;
  readonly ruleId: string | null;
  readonly referenceId: string | null;
  readonly postings: readonly Posting[];
}

/** A change made by hand, or by an event that is not decided anew. */
export interface RecordedChange {
  readonly at: Date;
  readonly change: StateChange;
}

/** A stretch of the past. Events processed at the same instant are never in two stretches. */
export interface RecordedStretch {
  /** Ordered by the time they were processed. */
  readonly events: readonly RecordedEvent[];
  /** Ordered by sequence. */
  readonly entries: readonly RecordedEntry[];
  /** The lots that the entries name, as they were when created: with their full amount. */
  readonly lots: ReadonlyMap<string, Lot>;
  /** The lots that each entry created, oldest first, by the id of the entry. */
  readonly madeLots: ReadonlyMap<string, readonly string[]>;
}
