/** Who did what a list of events tells, by name. */
'use client';
import type { EventRecord } from '@/contract/event';
import { useHolderNames } from '@/components/balances/holder-names';

/** What to call the actor of an event; empty for one without. */
export function useEventActors(events: readonly EventRecord[] = []): (event: EventRecord) => string {
  const nameOf = useHolderNames(events);
  return (event) => (event.participant_id === null ? '' : nameOf({ participant_id: event.participant_id }));
}
