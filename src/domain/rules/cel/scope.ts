/** Defines what one evaluation works on: the names it may read, its meter, loop variables and trace. */
import type { Meter } from './meter';
import type { TraceRecorder } from './recorder';
import type { ExpressionResult, RuleValue } from './values';

export interface Scope {
  /** The value of a root name; undefined when it has none. */
  read(name: string): RuleValue | undefined;
}

/** The state of one evaluation. */
export interface Frame {
  readonly scope: Scope;
  readonly meter: Meter;
  /** The variables of the running loops, by depth. */
  readonly locals: RuleValue[];
  readonly recorder: TraceRecorder | undefined;
}

export type Evaluate = (frame: Frame) => ExpressionResult;
