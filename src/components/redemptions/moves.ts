/** The ways to end a pending redemption by hand, and their consequences in words. */
import type { Redemption } from '@/contract/redemption';

export const RESOLUTIONS = ['capture', 'cancel', 'fail'] as const;
export type ResolutionAction = (typeof RESOLUTIONS)[number];

export const RESOLUTION_VERBS: Readonly<Record<ResolutionAction, string>> = { capture: 'Capture', cancel: 'Cancel', fail: 'Fail' };

/** The outcome, as a list of results shows it. */
export const RESOLUTION_DONE: Readonly<Record<ResolutionAction, string>> = { capture: 'Captured', cancel: 'Cancelled', fail: 'Failed' };

/**
 * @param amount with its symbol, such as "12.00 PTS".
 * @param name of the participant, or a count of participants.
 */
export function resolutionConsequence(resolution: ResolutionAction, amount: string, name: string): string {
  switch (resolution) {
    case 'capture':
      return `Spends ${amount} that is reserved for ${name}. Only a reversal brings it back.`;
    case 'cancel':
      return `Releases ${amount} to ${name}, to be spent again; value that has expired in the meantime does not come back.`;
    case 'fail':
      return `Releases ${amount} to ${name} and marks it as failed, with the reason.`;
  }
}

/**
 * Warns of rewards that a provider may deliver although their value is released. Empty: there are none.
 * @returns a sentence to follow the consequence.
 */
export function deliveryWarning(resolution: ResolutionAction, redemptions: readonly Pick<Redemption, 'fulfillment'>[]): string {
  const ordered = redemptions.filter(({ fulfillment }) => fulfillment?.status === 'ORDERED').length;
  if (resolution === 'capture' || ordered === 0) return '';
  if (redemptions.length === 1) return ' The provider already has the order and may still deliver the reward.';
  return ` The provider already has ${ordered} of the orders and may still deliver those rewards.`;
}

export const isReversible = ({ status }: Pick<Redemption, 'status'>): boolean => status === 'COMPLETED' || status === 'PARTIALLY_REVERSED';
