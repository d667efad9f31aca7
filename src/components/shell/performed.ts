/** Puts the work done by a clock move into words. */

const NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  lots: ['lot matured or expired', 'lots matured or expired'],
  reservations: ['reservation ended', 'reservations ended'],
  orders: ['gift-card order', 'gift-card orders'],
  tiers: ['tier evaluated', 'tiers evaluated'],
  change_sets: ['change set published or refused', 'change sets published or refused'],
  automations: ['run of an automation', 'runs of automations'],
  broadcasts: ['broadcast', 'broadcasts'],
  events: ['event', 'events'],
  webhook_deliveries: ['webhook attempt', 'webhook attempts'],
  webhook_recoveries: ['webhook recovery', 'webhook recoveries'],
};

const digits = new Intl.NumberFormat('en');

/** "12 events": one text for each kind with a nonzero count. */
export const performedParts = (performed: Readonly<Record<string, number>>): string[] =>
  Object.entries(performed)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => {
      const name = NAMES[kind]?.[count === 1 ? 0 : 1] ?? kind.replaceAll('_', ' ');
      return `${digits.format(count)} ${name}`;
    });

export function performedText(performed: Readonly<Record<string, number>>): string {
  const parts = performedParts(performed);
  return parts.length === 0 ? 'Nothing fell due on the way.' : `Done on the way: ${parts.join(', ')}.`;
}
