/** Which request something goes back to, so that one id is found in the log from the request to the delivery. */
import type { JournalEntry } from '@/domain/ledger/entry';
import type { WebhookDraft } from '@/domain/webhooks/events';
import { log } from '@/server/log';

export interface Origin {
  /** The request that is being answered. */
  readonly requestId?: string;
  /** In a batch of events: the request that each came with, by the event's id. */
  readonly requestOfEvent?: ReadonlyMap<string, string>;
  /** In a batch of operations: the request that asked for each entry, by the entry's id. */
  readonly requestOfEntry?: ReadonlyMap<string, string>;
}

const ofEvent = (origin: Origin, eventId: string | undefined): string | undefined =>
  origin.requestId ?? (eventId === undefined ? undefined : origin.requestOfEvent?.get(eventId));

const ofEntry = (origin: Origin, { id, cause }: JournalEntry): string | undefined =>
  origin.requestOfEntry?.get(id) ?? ofEvent(origin, cause?.eventId);

/** Finds the request of each webhook of a decision, by the event or the entry that it tells of. */
export function requestOfWebhook(origin: Origin, entries: readonly JournalEntry[]): (draft: WebhookDraft) => string | null {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return ({ data }) => {
    const entry = 'journal_entry_id' in data ? byId.get(data.journal_entry_id) : undefined;
    const requestId = entry ? ofEntry(origin, entry) : ofEvent(origin, 'event_id' in data ? data.event_id : undefined);
    return requestId ?? null;
  };
}

/** One line for each request; entries that nobody asked for (a lot that expired) have a line without one. */
export function logEntries(origin: Origin, organization: string, entries: readonly JournalEntry[]): void {
  const byRequest = Map.groupBy(entries, (entry) => ofEntry(origin, entry));
  for (const [request_id, posted] of byRequest) {
    const event_ids = [...new Set(posted.map(({ cause }) => cause?.eventId).filter((id) => id !== undefined))];
    log().info({ request_id, organization, event_ids, journal_entry_ids: posted.map(({ id }) => id) }, 'entries posted');
  }
}
