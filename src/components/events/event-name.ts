/** What an event is called: the `type` in its data when that is a text, as in the event shapes. */
import type { EventRecord } from '@/contract/event';

export const eventName = ({ event_data }: Pick<EventRecord, 'event_data'>): string =>
  typeof event_data.type === 'string' ? event_data.type : 'event';
