/** Says how each kind of calendar item looks, what it is called, and which page it leads to. */
import type { CalendarItem } from '@/contract/calendar';
import { amountText } from '@/components/ui/money';

export const GROUPS = ['rules', 'rewards', 'budgets', 'automations', 'tiers', 'value', 'events', 'ledger', 'sandbox'] as const;
export type CalendarGroup = (typeof GROUPS)[number];

interface GroupLook {
  readonly label: string;
  /** Text on its own soft ground. */
  readonly chip: string;
  readonly swatch: string;
}

export const GROUP_LOOKS: Readonly<Record<CalendarGroup, GroupLook>> = {
  rules: { label: 'Rules', chip: 'bg-accent-soft text-accent', swatch: 'bg-accent' },
  rewards: { label: 'Rewards', chip: 'bg-success-soft text-success', swatch: 'bg-success' },
  budgets: { label: 'Budgets', chip: 'bg-warning-soft text-warning', swatch: 'bg-warning' },
  automations: { label: 'Automations', chip: 'bg-info-soft text-info', swatch: 'bg-info' },
  tiers: { label: 'Tiers', chip: 'bg-sunken text-ink', swatch: 'bg-ink' },
  value: { label: 'Value due', chip: 'bg-danger-soft text-danger', swatch: 'bg-danger' },
  events: { label: 'Scheduled events', chip: 'bg-sunken text-ink-soft', swatch: 'bg-ink-soft' },
  ledger: { label: 'Closed books', chip: 'bg-sunken text-ink-soft', swatch: 'bg-ink-faint' },
  sandbox: { label: 'Clock moves', chip: 'bg-sandbox text-sandbox-ink', swatch: 'bg-sandbox' },
};

const GROUP_OF: Readonly<Record<CalendarItem['kind'], CalendarGroup>> = {
  CAMPAIGN: 'rules',
  RULE: 'rules',
  REWARD: 'rewards',
  BUDGET: 'budgets',
  AUTOMATION: 'automations',
  TIER: 'tiers',
  TIER_MEMBERSHIPS: 'tiers',
  EXPIRY: 'value',
  MATURITY: 'value',
  RESERVATIONS: 'value',
  SCHEDULED_EVENTS: 'events',
  LEDGER_PERIOD: 'ledger',
  CLOCK_MOVE: 'sandbox',
};

export const groupOf = ({ kind }: Pick<CalendarItem, 'kind'>): CalendarGroup => GROUP_OF[kind];
/** What is suspended has no colour. */
export const chipOf = (item: Pick<CalendarItem, 'kind' | 'status'>): string =>
  item.status === 'SUSPENDED' || item.status === 'DRAFT' || item.status === 'PAUSED'
    ? 'bg-sunken text-ink-soft'
    : GROUP_LOOKS[groupOf(item)].chip;

/** Items of the same thing have the same name, such as the runs of an automation. */
export const thingOf = ({ kind, id, asset_id, name }: CalendarItem): string => `${kind}/${id}/${asset_id ?? ''}/${name}`;

/** What a day says of one thing; `times` is how often it happens on the day. */
export function shortText({ kind, name, amount, count }: CalendarItem, times = 1): string {
  switch (kind) {
    case 'BUDGET':
      return (count ?? times) > 1 ? `${name}: ${count ?? times} periods` : `${name}: new period`;
    case 'AUTOMATION':
      return (count ?? times) > 1 ? `${name}, ${count ?? times} times` : name;
    case 'TIER':
      return `${name}: year ends`;
    case 'TIER_MEMBERSHIPS':
      return `${name}: ${count} ${count === 1 ? 'ends' : 'end'}`;
    case 'EXPIRY':
      return `${amountText(amount ?? '', name)} expire`;
    case 'MATURITY':
      return `${amountText(amount ?? '', name)} mature`;
    case 'RESERVATIONS':
      return `${count} ${count === 1 ? 'reservation ends' : 'reservations end'}`;
    case 'SCHEDULED_EVENTS':
      return `${count} scheduled ${count === 1 ? 'event' : 'events'}`;
    case 'LEDGER_PERIOD':
      return 'Books closed up to here';
    case 'CAMPAIGN':
    case 'RULE':
    case 'REWARD':
    case 'CLOCK_MOVE':
      return name;
  }
}

/** The page about it. */
export function pageOf({ kind, id, key }: CalendarItem, programId: string): string {
  switch (kind) {
    case 'CAMPAIGN':
      return '/rules';
    case 'RULE':
    case 'BUDGET':
      return `/rules/${id}`;
    case 'REWARD':
      return `/rewards/${programId}/${id}`;
    case 'AUTOMATION':
      return `/automations/${programId}/${id}`;
    case 'TIER':
    case 'TIER_MEMBERSHIPS':
      return `/tiers/${programId}/${key ?? ''}`;
    case 'EXPIRY':
      return '/reports/expirations';
    case 'MATURITY':
      return `/assets/${id}`;
    case 'RESERVATIONS':
      return '/redemptions';
    case 'SCHEDULED_EVENTS':
      return '/events?status=PENDING';
    case 'LEDGER_PERIOD':
      return `/reports/periods/${id}`;
    case 'CLOCK_MOVE':
      return `/sandbox/${id}`;
  }
}
