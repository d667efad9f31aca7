/** Orders due events: external ones by arrival, with scheduled ones inserted at their due time. */

export interface QueuedEvent {
  readonly sequence: number;
  readonly event_type: 'EXTERNAL' | 'SYSTEM';
  readonly event_timestamp: Date;
  readonly received_at: Date;
}

/**
 * External events keep the order of their sequence, whatever the clocks of the instances that received
 * them said; each scheduled one comes before the first that arrived after its time.
 */
export function inOrder<Event extends QueuedEvent>(events: readonly Event[]): Event[] {
  const sent = events.filter(({ event_type }) => event_type === 'EXTERNAL').sort((a, b) => a.sequence - b.sequence);
  const scheduled = events
    .filter(({ event_type }) => event_type === 'SYSTEM')
    .sort((a, b) => a.event_timestamp.getTime() - b.event_timestamp.getTime() || a.sequence - b.sequence);
  const ordered: Event[] = [];
  for (const event of sent) {
    while (scheduled[0] && scheduled[0].event_timestamp < event.received_at) ordered.push(scheduled.shift()!);
    ordered.push(event);
  }
  return [...ordered, ...scheduled];
}
