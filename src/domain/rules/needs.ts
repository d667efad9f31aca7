/** What has to be loaded before the rules of a program can run: no more than its ACTIVE rules read or touch. */
import type { Subject } from '@/domain/participants/state';
import { kindOfAction } from './actions';
import type { ActionRealm } from './actions/kind';
import type { ActionTarget } from './actions/source';
import type { CompiledRule } from './rule';
import { readingOf } from './references';

export interface ConfigurationNeeds {
  /** Whether the groups of the actors are read. */
  readonly memberships: boolean;
  /** Whether counters are read, or something that follows from them. */
  readonly counters: boolean;
  /** Whether levels are given, or follow from counters that change. */
  readonly levels: boolean;
  /** Whose state rules change. */
  readonly changes: ReadonlySet<ActionTarget['type']>;
  /** Participants that actions name whoever the event is about. */
  readonly participantIds: readonly string[];
  readonly externalIds: readonly string[];
  /** Groups that actions name. */
  readonly groupIds: readonly string[];
  /** Rules whose credits have budgets. */
  readonly budgetedRuleIds: readonly string[];
}

export function needsOf(rules: readonly CompiledRule[]): ConfigurationNeeds {
  const active = rules.filter(({ status }) => status === 'ACTIVE');
  const actions = active.flatMap((rule) => rule.actions.map(({ source }) => source));
  const targets = actions.map(({ target }) => target);
  const people = targets.filter((target) => target.type === 'PARTICIPANT');
  const { roots, kinds } = readingOf(active.flatMap(({ expressions }) => expressions));
  const levels = actions.some((action) => kindOfAction(action).realm === 'LEVELS');
  const stateful = actions.filter((action) => STATEFUL.has(kindOfAction(action).realm));
  return {
    memberships: roots.has('groups'),
    counters: levels || kinds.has('counter') || kinds.has('tier'),
    levels,
    changes: new Set(stateful.map(({ target }) => target.type)),
    participantIds: unique(people.flatMap(({ id }) => id ?? [])),
    externalIds: unique(people.flatMap(({ external_id }) => external_id ?? [])),
    groupIds: unique(targets.flatMap((target) => (target.type === 'GROUP' ? target.id : []))),
    budgetedRuleIds: active.filter(({ budgets }) => budgets.length > 0).map(({ id }) => id),
  };
}

const STATEFUL: ReadonlySet<ActionRealm> = new Set(['STATE', 'LEVELS']);

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

/** Everybody whom a batch of events can concern, by how an action would find them. */
export interface Concerned {
  readonly programId: string;
  readonly actorIds: readonly string[];
  readonly recipientIds: readonly string[];
  /** Those whom actions name. */
  readonly namedIds: readonly string[];
  readonly groupIds: readonly string[];
}

/** Whose state the rules may change in a batch: what has to be locked. */
export function changedSubjects({ changes }: Pick<ConfigurationNeeds, 'changes'>, { programId, ...concerned }: Concerned): Subject[] {
  const found: Readonly<Record<ActionTarget['type'], readonly string[]>> = {
    ACTOR: concerned.actorIds,
    RECIPIENT: concerned.recipientIds,
    PARTICIPANT: concerned.namedIds,
    GROUP: concerned.groupIds,
    PROGRAM: [programId],
  };
  const subjects = [...changes].flatMap((target) =>
    found[target].map((id): Subject => ({ type: target === 'GROUP' || target === 'PROGRAM' ? target : 'PARTICIPANT', id })),
  );
  return [...new Map(subjects.map((subject) => [subject.id, subject])).values()];
}
