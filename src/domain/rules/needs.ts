/** Decides what has to be loaded before the rules of a program can run: no more than its ACTIVE rules read or touch. */
import { invariant } from '@/domain/assert';
import type { Subject } from '@/domain/participants/state';
import { realmOf, type ActionRealm } from './actions/catalog';
import type { ActionTarget } from './actions/fields';
import type { CompiledAction } from './actions/templates';
import type { CompiledExpression } from './expression';
import type { CompiledRule } from './rule';
import { readingOf } from './references';
import { isOfKind, type CompiledTemplate } from './template';

export interface ConfigurationNeeds {
  /** Whether the groups of the actors are read. */
  readonly memberships: boolean;
  /** Whether it is read when somebody was enrolled. */
  readonly enrollments: boolean;
  /** Whether rules read counters or levels, or change what levels depend on. */
  readonly counters: boolean;
  /** Whether rules set levels, or change counters that levels follow from. */
  readonly levels: boolean;
  /** The types of target whose state rules change. */
  readonly changes: ReadonlySet<ActionTarget['type']>;
  /** Participants that actions name directly, whoever the event is about. */
  readonly participantIds: readonly string[];
  readonly externalIds: readonly string[];
  /** Groups that actions name. */
  readonly groupIds: readonly string[];
  /** Rules whose credits have budgets. */
  readonly budgetedRuleIds: readonly string[];
  /** Campaigns that limit the credits of their rules together. */
  readonly budgetedCampaignIds: readonly string[];
  /** The templates of the references under which rules take back what was earned. */
  readonly takenBackUnder: readonly CompiledTemplate<'text'>[];
  /** Whether rules concern anybody but the participant of the event, who may be concerned by the events of others at the same time. */
  readonly concernsOthers: boolean;
}

export function needsOf(rules: readonly CompiledRule[]): ConfigurationNeeds {
  const active = rules.filter(({ status }) => status === 'ACTIVE');
  const actions = active.flatMap((rule) => rule.actions.map(({ source }) => source));
  const targets = actions.map(({ target }) => target);
  const people = targets.filter((target) => target.type === 'PARTICIPANT');
  const { roots, kinds, enrollments } = readingOf(active.flatMap(({ expressions }) => expressions));
  const levels = actions.some((action) => realmOf(action) === 'LEVELS');
  const stateful = actions.filter((action) => STATEFUL.has(realmOf(action)));
  return {
    memberships: roots.has('groups'),
    enrollments,
    counters: levels || kinds.has('counter') || kinds.has('tier'),
    levels,
    changes: new Set(stateful.map(({ target }) => target.type)),
    participantIds: unique(people.flatMap(({ id }) => id ?? [])),
    externalIds: unique(people.flatMap(({ external_id }) => external_id ?? [])),
    groupIds: unique(targets.flatMap((target) => (target.type === 'GROUP' ? target.id : []))),
    budgetedRuleIds: active.filter(({ budgets }) => budgets.length > 0).map(({ id }) => id),
    budgetedCampaignIds: unique(active.flatMap(({ campaign }) => (campaign && campaign.budgets.length > 0 ? campaign.id : []))),
    takenBackUnder: active.flatMap((rule) => rule.actions.flatMap(takenBackUnder)),
    concernsOthers: targets.some(({ type }) => type !== 'ACTOR') || OF_OTHERS.some((root) => roots.has(root)),
  };
}

/** What has to be loaded if expressions besides the rules are evaluated, too: the conditions of codes. */
export function alsoReading(needs: ConfigurationNeeds, expressions: readonly CompiledExpression[]): ConfigurationNeeds {
  if (expressions.length === 0) return needs;
  const { roots, kinds, enrollments } = readingOf(expressions);
  return {
    ...needs,
    memberships: needs.memberships || roots.has('groups'),
    enrollments: needs.enrollments || enrollments,
    counters: needs.counters || kinds.has('counter') || kinds.has('tier'),
    concernsOthers: needs.concernsOthers || OF_OTHERS.some((root) => roots.has(root)),
  };
}

function takenBackUnder({ source, templates }: CompiledAction): CompiledTemplate<'text'>[] {
  if (source.type !== 'TAKE_BACK') return [];
  const reference = templates.get('reference_id');
  invariant(reference && isOfKind(reference, 'text'), 'a take-back has a reference, which is a text');
  return [reference];
}

const STATEFUL: ReadonlySet<ActionRealm> = new Set(['STATE', 'LEVELS']);

/** What expressions read of anybody but the actor and the program, which no rule that acts on actors alone can change. */
const OF_OTHERS = ['recipient', 'groups'] as const;

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

/** Everybody whom a batch of events can concern, by how an action refers to them. */
interface Concerned {
  readonly programId: string;
  readonly actorIds: readonly string[];
  readonly recipientIds: readonly string[];
  /** Participants that actions name. */
  readonly namedIds: readonly string[];
  readonly groupIds: readonly string[];
}

/** The subjects whose state the rules may change in a batch, which therefore have to be locked. */
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

/**
 * The subjects to lock before a batch: those that it may change and, once the rules concern others, all that it may read, so that batches with
 * somebody in common follow one another. The program is read by every rule, and locked only if one changes it.
 */
export function lockedSubjects(needs: Pick<ConfigurationNeeds, 'changes' | 'concernsOthers'>, concerned: Concerned): Subject[] {
  const changed = changedSubjects(needs, concerned);
  if (!needs.concernsOthers) return changed;
  const people = [...concerned.actorIds, ...concerned.recipientIds, ...concerned.namedIds];
  const all: Subject[] = [
    ...changed,
    ...people.map((id) => ({ type: 'PARTICIPANT' as const, id })),
    ...concerned.groupIds.map((id) => ({ type: 'GROUP' as const, id })),
  ];
  return [...new Map(all.map((subject) => [subject.id, subject])).values()];
}
