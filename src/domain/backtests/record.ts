/** What a backtest reads of the past: events as they ended, entries as they were posted, changes of state as they were noted. */
import type { QueuedEvent } from '@/domain/events/order';
import type { EntryType, Posting } from '@/domain/ledger/entry';
import type { Lot } from '@/domain/ledger/lots';
import type { StateChange } from '@/domain/participants/state';
import type { EventFacts } from '@/domain/rules/evaluate';

export interface RecordedEvent extends EventFacts, QueuedEvent {
  /** The present of the organization when it was decided. */
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
  readonly postings: readonly Posting[];
}

/** A change that somebody made by hand, or that an event made which is not tried. */
export interface RecordedChange {
  readonly at: Date;
  readonly change: StateChange;
}

/** A stretch of the past: no instant at which events were processed is in two of them. */
export interface RecordedStretch {
  /** By the time they were processed. */
  readonly events: readonly RecordedEvent[];
  /** By sequence. */
  readonly entries: readonly RecordedEntry[];
  /** The lots that the entries name, as they were when each was made: full. */
  readonly lots: ReadonlyMap<string, Lot>;
  /** The lots that each entry made, oldest first, by the id of the entry. */
  readonly madeLots: ReadonlyMap<string, readonly string[]>;
}
