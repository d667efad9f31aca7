/** The names an expression may read, and what they stand for in one evaluation. */
import type { Meter } from './meter';
import type { TraceRecorder } from './recorder';
import type { Outcome, RuleValue } from './values';

export interface Scope {
  /** The value of a root name; undefined when it has none. */
  read(name: string): RuleValue | undefined;
}

/** The state of one evaluation. */
export interface Frame {
  readonly scope: Scope;
  readonly meter: Meter;
  /** The variables of the loops that are running, by their depth. */
  readonly locals: RuleValue[];
  readonly recorder: TraceRecorder | undefined;
}

export type Evaluate = (frame: Frame) => Outcome;
