/** Lists what an event would do, one line per effect, from what its rules decided. */
import type { Decision } from '@/domain/decision';
import type { Bucket } from '@/domain/ledger/accounts';
import type { StateChange, Subject } from '@/domain/participants/state';
import type { JsonRecord, JsonValue } from './activation';
import { stateSetBy } from './actions/catalog';
import type { ActionOutcome } from './actions/kind';
import type { Evaluation, EventOutcome } from './evaluate';

export interface SimulatedEffect {
  readonly ruleId: string | null;
  /** The action with this effect, whether a rule performs it or it follows from one, as a level does from a counter. */
  readonly type: ActionOutcome['type'];
  readonly target: Subject | null;
  readonly assetId?: string;
  /** Where the value arrives or, when it leaves, where it is taken from. */
  readonly bucket?: Bucket;
  readonly amount?: string;
  readonly requested?: string;
  readonly key?: string;
  readonly value?: JsonValue;
  readonly eventData?: JsonRecord;
  readonly dueAt?: Date;
}

/** In the order in which they happen; none for an event that would fail. */
export function effectsOf(outcome: EventOutcome): SimulatedEffect[] {
  if (outcome.failure) return [];
  const { decision, evaluations } = outcome;
  const effects = evaluations.flatMap((evaluation) =>
    evaluation.actions.filter(({ result }) => result === 'APPLIED').map((action) => effectOf(evaluation, action, decision)),
  );
  return [...effects, ...levelsReached(decision, effects)];
}

function effectOf({ rule }: Evaluation, action: ActionOutcome, decision: Decision): SimulatedEffect {
  const { type, target = null, asset_id, amount, requested, key, value } = action;
  const bucket = bucketOf(action, decision);
  const made = [...decision.events, ...decision.broadcasts].find(({ id }) => id === (action.event_id ?? action.broadcast_id));
  return {
    ruleId: rule.id,
    type,
    target,
    ...(asset_id === undefined ? {} : { assetId: asset_id }),
    ...(bucket === null ? {} : { bucket }),
    ...(amount === undefined ? {} : { amount }),
    ...(requested === undefined ? {} : { requested }),
    ...(key === undefined ? {} : { key }),
    ...(value === undefined ? {} : { value }),
    ...(made === undefined ? {} : { eventData: made.data, dueAt: made.dueAt }),
  };
}

function bucketOf({ journal_entry_id, target }: ActionOutcome, { entries }: Decision): Bucket | null {
  const postings = entries.find(({ id }) => id === journal_entry_id)?.postings.filter(({ account }) => account.id === target?.id) ?? [];
  const telling = postings.find(({ amount }) => amount.isPositive()) ?? postings[0];
  return telling?.account.bucket ?? null;
}

/** Levels that follow from counters, which no action names. */
function levelsReached({ state }: Decision, told: readonly SimulatedEffect[]): SimulatedEffect[] {
  return state.flatMap(({ change }) => {
    if (
      change.type !== 'TIER' ||
      told.some(({ type, key, target }) => stateSetBy(type) === 'tier' && key === change.key && target?.id === change.subject.id)
    )
      return [];
    return [{ ruleId: change.origin.ruleId ?? null, type: 'SET_TIER', target: change.subject, key: change.key, value: levelOf(change) }];
  });
}

const levelOf = (change: StateChange & { readonly type: 'TIER' }): JsonValue =>
  change.operation === 'SET' ? { level: change.value.level, rank: change.value.rank } : null;
