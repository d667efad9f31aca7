/** Lists the sources of a timeline: each is one moment in the life of one kind of record, so that a record comes once from each. */

/** From cause to effect: at the same instant an effect ranks above its cause. */
export const TIMELINE_SOURCES = [
  'EVENT',
  'DECISION',
  'CODE_USED',
  'CODE_RETURNED',
  'REFERRAL_BOUND',
  'ENTRY',
  'STATE',
  'REFERRAL_QUALIFIED',
  'REFERRAL_EXPIRED',
  'REFERRAL_CANCELLED',
  'RANK',
] as const;
export type TimelineSource = (typeof TIMELINE_SOURCES)[number];

/** Those whose ids carry the times at which they stand in the timeline. */
export type SourceWithId = Extract<TimelineSource, 'EVENT' | 'DECISION' | 'ENTRY' | 'CODE_USED' | 'REFERRAL_BOUND'>;

/** A lower rank is older. */
export const rankOf = (source: TimelineSource): number => TIMELINE_SOURCES.indexOf(source);

/** The type of the keys of a source in Postgres, in which they are compared. */
export function keyTypeOf(source: TimelineSource): 'bigint' | 'text' | 'uuid' {
  if (source === 'STATE') return 'bigint';
  return source === 'RANK' ? 'text' : 'uuid';
}
