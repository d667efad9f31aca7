/** Looks up the names of the participants behind a list of events. */
'use client';
import type { EventRecord } from '@/contract/event';
import { useHolderNames } from '@/components/balances/holder-names';

/** The name of an event's participant; empty for an event without one. */
export function useEventActors(events: readonly EventRecord[] = []): (event: EventRecord) => string {
  const nameOf = useHolderNames(events);
  return (event) => (event.participant_id === null ? '' : nameOf({ participant_id: event.participant_id }));
}
