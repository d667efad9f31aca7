/** Puts what a rule would do into words. */
import { ACTIONS, type ActionType } from '@/domain/rules/actions/catalog';
import type { Outputs } from '@/trpc/outputs';
import { groupDigits } from '@/components/ui/money';

type Effect = Outputs['rules']['simulateConfiguration']['effects'][number];

function whoOf({ target }: Effect): string {
  if (!target) return 'many';
  if (target.type === 'PARTICIPANT') return target.external_id ?? 'the participant';
  return target.type === 'GROUP' ? 'the group' : 'the program';
}

function eventOf({ event_data, due_at }: Effect): string {
  const name = typeof event_data?.['type'] === 'string' ? `“${event_data['type']}”` : 'an event';
  return due_at ? `${name} at ${due_at}` : name;
}

/** @param symbolOf the symbol of an asset; undefined while loading. */
export function effectText(effect: Effect, symbolOf: (assetId: string | undefined) => string | undefined): string {
  const { amount, requested, bucket, key = '', value } = effect;
  // An effect is of an action.
  return ACTIONS[effect.type as ActionType].says({
    who: whoOf(effect),
    all: effect.target ? whoOf(effect) : 'the program',
    sum: amount === undefined ? '' : `${groupDigits(amount)} ${symbolOf(effect.asset_id) ?? ''}`.trim(),
    where: bucket === undefined || bucket === 'AVAILABLE' ? '' : `, ${bucket.toLowerCase()}`,
    cut: requested ? `, cut from ${groupDigits(requested)} by a budget` : '',
    key,
    value,
    event: eventOf(effect),
  });
}
