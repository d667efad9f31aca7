/** Puts a decision into words: its basket, the time it has left, and what ending it does. */
import type { AssetIndex } from '@/components/assets/asset-index';
import { sumsText } from '@/components/balances/sums';
import { eventName } from '@/components/events/event-name';
import { creditsOf, spendsOf, type Decided } from './stored-decision';

const FIGURES = ['amount', 'total'];

/** "purchase · 3 items · amount 24.5": its name, how many items it has, and its first figure. */
export function basketText({ event_data }: Pick<Decided, 'event_data'>): string {
  const { items } = event_data;
  const count = Array.isArray(items) && items.length > 0 ? [`${items.length} ${items.length === 1 ? 'item' : 'items'}`] : [];
  const figures = FIGURES.flatMap((field) => {
    const value = event_data[field];
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? [`${field} ${value}`] : [];
  });
  return [eventName({ event_data }), ...count, ...figures.slice(0, 1)].join(' · ');
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS = [
  { word: 'd', ms: DAY_MS, below: { word: 'h', ms: HOUR_MS } },
  { word: 'h', ms: HOUR_MS, below: { word: 'min', ms: MINUTE_MS } },
  { word: 'min', ms: MINUTE_MS, below: { word: 's', ms: SECOND_MS } },
] as const;

/** "2 h 5 min", "4 min 30 s", "12 s"; rounded down, so that nobody counts on more than there is. */
export function timeLeftText(leftMs: number): string {
  if (leftMs <= 0) return 'no time left';
  const unit = UNITS.find(({ ms }) => leftMs >= ms);
  if (!unit) return `${Math.floor(leftMs / SECOND_MS)} s`;
  const rest = Math.floor((leftMs % unit.ms) / unit.below.ms);
  return `${Math.floor(leftMs / unit.ms)} ${unit.word}${rest > 0 ? ` ${rest} ${unit.below.word}` : ''}`;
}

type Ending = Pick<Decided, 'effects' | 'external_id' | 'redemptions' | 'resolved_at'>;

/**
 * @param who the participant's name.
 * @returns what committing the reservation does.
 */
export function commitConsequence(decision: Ending, who: string, symbolOf: AssetIndex['symbolOf']): string {
  const [earned, spent] = [sumsText(creditsOf(decision), symbolOf), sumsText(spendsOf(decision), symbolOf)];
  const parts = [earned && `gives ${earned} to ${who}`, spent && `spends ${spent} that is reserved`].filter(Boolean);
  return `Stores the event and ${parts.length > 0 ? parts.join(' and ') : `books no value for ${who}`}. A committed decision cannot be cancelled.`;
}

/** @param who the participant's name, or a count of participants. */
export function cancelConsequence(decisions: readonly Ending[], who: string, symbolOf: AssetIndex['symbolOf']): string {
  const spent = sumsText(decisions.flatMap(spendsOf), symbolOf);
  const earned = sumsText(decisions.flatMap(creditsOf), symbolOf);
  const back = spent ? `Gives ${spent} back to ${who}` : `Nothing of ${who} is reserved to be spent`;
  return `${back}${earned ? `, and the ${earned} to be earned is not given` : ''}. No event is stored.`;
}
