/** Defines from which words the sentences about actions are made: of what one did or would do, and of what one does by its rule. */

/** The words for an effect of an action, from which its sentence is made; what it does not have is empty. */
export interface EffectWords {
  /** Whose balance or state, as in `ada` or `the group`; `many` when nobody is named. */
  readonly who: string;
  /** The same, but the program when nobody is named. */
  readonly all: string;
  /** The amount and symbol of the asset. */
  readonly sum: string;
  /** The bucket, unless it is AVAILABLE, as in `, held`. */
  readonly where: string;
  /** What a budget cut it from, as in `, cut from 12 by a budget`. */
  readonly cut: string;
  readonly key: string;
  readonly value: unknown;
  /** The name of the event that is made, and when it is due. */
  readonly event: string;
}

/** The words for an action as it is written, from which the sentence of its rule is made; what it does not have is empty. */
export interface ActionWords {
  /** Whose balance or state, as in `the participant`. */
  readonly who: string;
  readonly sum: string;
  /** The bucket, unless it is AVAILABLE, as in `held`. */
  readonly bucket: string;
  /** As in ` under the reference order id`. */
  readonly reference: string;
  /** When a credit can be spent and when it expires, as in `, which expires after 90 days`. */
  readonly terms: string;
  /** A part of what was earned, as in `50% of `; empty for all of it. */
  readonly share: string;
  /** What becomes of a debit beyond the balance, as in `, or as much as there is`. */
  readonly shortfall: string;
  readonly key: string;
  /** The value of a counter or attribute, the level of a tier, or the name of an event. */
  readonly value: string;
  /** Whether a counter is set, raised or lowered by the value; whether a level is taken away (`set`) or given. */
  readonly way: 'set' | 'more' | 'less';
  /** What value loses on its way, as in `, without its expiry`. */
  readonly loses: string;
  /** When a counter reads 0 again, as in `, which reads 0 again after 30 days`. */
  readonly window: string;
  /** When an event is due, as in ` after 7 days`. */
  readonly delay: string;
}

/** Where a credit goes, unless it can be spent at once: `, held under the reference order id`. */
export const intoBucket = ({ bucket, reference }: Pick<ActionWords, 'bucket' | 'reference'>): string =>
  `${bucket === '' ? '' : `, ${bucket}`}${reference}`;

/** Where value is taken from, unless it can be spent: `, out of what is held under the reference order id`. */
export const outOfBucket = ({ bucket, reference }: Pick<ActionWords, 'bucket' | 'reference'>): string =>
  bucket === '' ? '' : `, out of what is ${bucket}${reference}`;

/** The words for making an event. @param name in quotes. @param who as in `the participant`. */
export const makesEvent = (name: string, who: string): string => `makes the event ${name} for ${who}`;

/** `the level “gold”`, of a level as a rule reaches it or as it is written. */
export function levelText(value: unknown): string {
  const level = typeof value === 'object' && value !== null && 'level' in value ? value.level : value;
  return `the level ${typeof level === 'string' ? `“${level}”` : JSON.stringify(level)}`;
}
