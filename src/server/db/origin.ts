/** Traces effects back to the request that caused them, so that one id can be followed in the log from the request to the delivery. */
import type { JournalEntry } from '@/domain/ledger/entry';
import type { WebhookDraft } from '@/domain/webhooks/events';
import { log } from '@/server/platform/log';

export interface Origin {
  /** The request being answered. */
  readonly requestId?: string;
  /** In a batch of events: the request that each one came with, by event id. */
  readonly requestOfEvent?: ReadonlyMap<string, string>;
  /** In a batch of operations: the request behind each journal entry, by entry id. */
  readonly requestOfEntry?: ReadonlyMap<string, string>;
}

const ofEvent = (origin: Origin, eventId: string | undefined): string | undefined =>
  origin.requestId ?? (eventId === undefined ? undefined : origin.requestOfEvent?.get(eventId));

const ofEntry = (origin: Origin, { id, cause }: JournalEntry): string | undefined =>
  origin.requestOfEntry?.get(id) ?? ofEvent(origin, cause?.eventId);

/** Finds the request behind each webhook of a decision, through the event or the entry it reports. */
export function requestOfWebhook(origin: Origin, entries: readonly JournalEntry[]): (draft: WebhookDraft) => string | null {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return ({ data }) => {
    const entry = 'journal_entry_id' in data ? byId.get(data.journal_entry_id) : undefined;
    const requestId = entry ? ofEntry(origin, entry) : ofEvent(origin, 'event_id' in data ? data.event_id : undefined);
    return requestId ?? null;
  };
}

/** Logs one line per request; entries without one (an expired lot) get a line of their own. */
export function logEntries(origin: Origin, organization: string, entries: readonly JournalEntry[]): void {
  const byRequest = Map.groupBy(entries, (entry) => ofEntry(origin, entry));
  for (const [request_id, posted] of byRequest) {
    const event_ids = [...new Set(posted.map(({ cause }) => cause?.eventId).filter((id) => id !== undefined))];
    log().info({ request_id, organization, event_ids, journal_entry_ids: posted.map(({ id }) => id) }, 'entries posted');
  }
}
