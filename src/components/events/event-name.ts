/** Names an event by the `type` in its data, as event shapes do, or else by its `event`, `name` or `action`. */
import type { EventRecord } from '@/contract/event';

const NAMING_FIELDS = ['type', 'event', 'name', 'action'];

export function eventName({ event_data }: Pick<EventRecord, 'event_data'>): string {
  const named = NAMING_FIELDS.map((field) => event_data[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof named === 'string' ? named : 'event';
}
