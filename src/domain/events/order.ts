/** Orders the events of a program: external ones by arrival, with scheduled ones inserted at their due time. */

export interface QueuedEvent {
  /** Ids of the events that arrived in one millisecond are in the order of their arrival. */
  readonly id: string;
  readonly event_type: 'EXTERNAL' | 'SYSTEM';
  readonly event_timestamp: Date;
  readonly received_at: Date;
}

/** When an event takes its turn: an external one when it arrived, a scheduled one after all that arrived by its time. */
const turnOf = ({ event_type, event_timestamp, received_at }: QueuedEvent): number =>
  event_type === 'EXTERNAL' ? received_at.getTime() : event_timestamp.getTime();

function compare(a: QueuedEvent, b: QueuedEvent): number {
  const turn = turnOf(a) - turnOf(b);
  if (turn !== 0) return turn;
  if (a.event_type !== b.event_type) return a.event_type === 'EXTERNAL' ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** The order does not depend on which events are ordered together, nor on who orders them. */
export const inOrder = <Event extends QueuedEvent>(events: readonly Event[]): Event[] => events.toSorted(compare);
