/** Names what can fall due during a clock move, and links to its records. */
import type { ClockMoveItem } from '@/contract/clock-move';
import type { HappeningKind } from '@/domain/sandbox/timeline';

interface Words {
  /** The singular. */
  readonly one: string;
  readonly many: string;
  readonly failed?: boolean;
}

export const HAPPENING_WORDS: Readonly<Record<HappeningKind, Words>> = {
  LOT_MATURED: { one: 'Lots matured', many: 'Lots matured' },
  LOT_EXPIRED: { one: 'Lots expired', many: 'Lots expired' },
  RESERVATION_EXPIRED: { one: 'Reservation ended', many: 'Reservations ended' },
  TIER_CHANGED: { one: 'Tier changed', many: 'Tier changes' },
  COUNTER_RESET: { one: 'Counter fell back', many: 'Counters fell back' },
  AUTOMATION_RUN: { one: 'Automation ran', many: 'Automation runs' },
  EVENT_COMPLETED: { one: 'Event completed', many: 'Events completed' },
  EVENT_FAILED: { one: 'Event failed', many: 'Events failed', failed: true },
  WEBHOOK_SENT: { one: 'Webhook delivered', many: 'Webhooks delivered' },
  WEBHOOK_FAILED: { one: 'Webhook attempt failed', many: 'Webhook attempts failed', failed: true },
};

const ADDRESSES: Readonly<Record<ClockMoveItem['resource']['type'], (item: ClockMoveItem) => string>> = {
  JOURNAL_ENTRY: ({ resource }) => `/ledger/${resource.id}`,
  REDEMPTION: ({ resource }) => `/redemptions/${resource.id}`,
  AUTOMATION: ({ resource, program_id }) => `/automations/${program_id}/${resource.id}`,
  EVENT: ({ resource }) => `/events/${resource.id}`,
  WEBHOOK_DELIVERY: ({ resource }) => `/webhooks/deliveries/${resource.id}`,
  PARTICIPANT: ({ resource }) => `/participants/${resource.id}`,
  GROUP: ({ resource }) => `/groups/${resource.id}`,
  PROGRAM: ({ resource }) => `/programs/${resource.id}`,
};

/** The path of the record. */
export const happeningHref = (item: ClockMoveItem): string => ADDRESSES[item.resource.type](item);
