/** Puts what a rule would do into words. */
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
  const { type, amount, requested, bucket, key, value } = effect;
  const who = whoOf(effect);
  const sum = amount === undefined ? '' : `${groupDigits(amount)} ${symbolOf(effect.asset_id) ?? ''}`.trim();
  const where = bucket === undefined || bucket === 'AVAILABLE' ? '' : `, ${bucket.toLowerCase()}`;
  switch (type) {
    case 'CREDIT':
      return `Gives ${sum} to ${who}${where}${requested ? `, cut from ${groupDigits(requested)} by a budget` : ''}`;
    case 'DEBIT':
      return `Takes ${sum} from ${who}${where}`;
    case 'HOLD':
      return `Holds ${sum} of ${who}`;
    case 'RELEASE':
      return `Releases ${sum} to ${who}`;
    case 'FORFEIT':
      return `Forfeits ${sum} of ${who}${where}`;
    case 'VOID_PENDING':
      return `Takes back ${sum} held for ${who}`;
    case 'TRANSFER':
      return `Transfers ${sum} to ${who}`;
    case 'TAG':
      return `Adds the tag “${key}” to ${who}`;
    case 'UNTAG':
      return `Removes the tag “${key}” from ${who}`;
    case 'COUNTER':
      return `The counter “${key}” of ${who} becomes ${String(value)}`;
    case 'SET_ATTRIBUTE':
      return `The attribute “${key}” of ${who} becomes ${JSON.stringify(value)}`;
    case 'SET_TIER':
      return value == null ? `${who} leaves the tier “${key}”` : `${who} is at ${JSON.stringify(value)} of the tier “${key}”`;
    case 'SCHEDULE_EVENT':
      return `Makes ${eventOf(effect)} for ${who}`;
    case 'BROADCAST':
      return `Makes ${eventOf(effect)} for everybody of ${target(effect)}`;
    default:
      return [type, sum, key].filter(Boolean).join(' ');
  }
}

const target = (effect: Effect): string => (effect.target ? whoOf(effect) : 'the program');
