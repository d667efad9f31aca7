/** Defines what each kind of action decides: whether it is sound as written, and what it does. */
import type { Decision, NewId } from '@/domain/decision';
import type { ErrorCode, FieldError } from '@/domain/errors';
import type { AssetTerms } from '@/domain/ledger/accounts';
import type { Cause } from '@/domain/ledger/entry';
import type { Amount } from '@/domain/money';
import type { Subject } from '@/domain/participants/state';
import type { JsonValue } from '../activation';
import type { EventFacts } from '../evaluate';
import type { CompiledRule } from '../rule';
import type { Draft } from '../world';
import type { ACTIONS, ActionSource, ActionType } from './catalog';
import type { FilledIn } from './fields';

/** The context in which an action is performed. */
export interface Stage {
  readonly draft: Draft;
  readonly event: EventFacts;
  readonly rule: CompiledRule;
  readonly cause: Cause;
  /** The most that is taken back, where that was decided before; null: whatever the action says. */
  readonly most: Amount | null;
  readonly newId: NewId;
}

export const ACTION_RESULTS = [
  'APPLIED',
  'UNCHANGED',
  'SKIPPED_ZERO',
  'SKIPPED_BUDGET',
  'NOTHING_TO_TAKE',
  'NOTHING_TO_VOID',
  'DEPTH_EXCEEDED',
] as const;

/** The outcome of an action, as stored with the event. */
export interface ActionOutcome {
  readonly type: ActionType;
  readonly result: (typeof ACTION_RESULTS)[number];
  readonly target?: Subject;
  readonly asset_id?: string;
  readonly amount?: string;
  /** The amount of a credit before budgets cut it. */
  readonly requested?: string;
  readonly budget_limited?: true;
  readonly journal_entry_id?: string;
  /** The tag, or the key of the state that the action is about. */
  readonly key?: string;
  /** The state after the change. */
  readonly value?: JsonValue;
  /** The event that is scheduled. */
  readonly event_id?: string;
  readonly broadcast_id?: string;
}

export interface Effect {
  readonly decision: Decision;
  readonly outcome: Omit<ActionOutcome, 'type'>;
}

/** What a rule is checked against before it is saved. */
export interface RuleSurroundings {
  /** The assets linked to the program, by id. */
  readonly assets: ReadonlyMap<string, AssetTerms>;
  /** The levels of each tier of the program, by the tier's key. */
  readonly tiers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A fault of an action as written; `field` is relative to the action. Without a code it is a `validation_error`. */
export interface ActionFault extends FieldError {
  readonly code?: ErrorCode;
}

export interface ActionKind<Type extends ActionType> {
  /** Faults other than of templates and the asset, which are checked alike for every kind. */
  faults(source: ActionSource<Type>, surroundings: RuleSurroundings): readonly ActionFault[];
  /** @throws DomainError when the ledger or the target refuses; the event then fails as a whole. */
  perform(stage: Stage, source: ActionSource<Type>, fields: FilledIn<(typeof ACTIONS)[Type]['fields']>): Effect;
}
