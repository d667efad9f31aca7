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
  /** The bucket, unless it is AVAILABLE, as in `, held`. */
  readonly where: string;
  /** When a credit can be spent and when it expires, as in `, which expires after 90d`. */
  readonly terms: string;
  /** A part of what was earned, as in `0.5 of `; empty for all of it. */
  readonly share: string;
  readonly key: string;
  /** The value of a counter or attribute, the level of a tier, or the name of an event. */
  readonly value: string;
  /** Whether a counter is set rather than added to, or a level taken away rather than given. */
  readonly otherwise: boolean;
  /** When an event is due, as in ` after 7d`. */
  readonly delay: string;
}
