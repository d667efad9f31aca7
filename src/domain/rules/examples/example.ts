/** Defines what an example of a rule says, as stored with the rule: given an event and a state, the outcome. */
import type { Bucket } from '@/domain/ledger/accounts';
import type { ActionType } from '../actions/catalog';
import type { TargetType } from '../actions/fields';
import type { SupposedCode, Supposition } from '../supposition';

/** One thing that a rule does. Assets are named by their symbols, so that an example means the same in every program. */
export interface ExampleEffect {
  readonly type: ActionType;
  readonly target?: TargetType;
  readonly asset?: string;
  readonly bucket?: Bucket;
  readonly amount?: string;
  /** The tag, or the key of the attribute, counter or tier. */
  readonly key?: string;
  /** The state after the action. */
  readonly value?: unknown;
}

export interface ExampleOutcome {
  readonly matched: boolean;
  readonly effects: ExampleEffect[];
}

export interface ExampleSource {
  readonly name: string;
  readonly event: {
    readonly event_data: Readonly<Record<string, unknown>>;
    readonly event_timestamp?: string;
    readonly codes?: SupposedCode[];
  };
  readonly state?: Supposition;
  readonly expects: ExampleOutcome;
}
