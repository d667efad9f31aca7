/** Everything that a backtest holds in memory while it runs: whoever its events concern, as they are at the instant it has come to. */
import type { AssetTerms, AccountKey, AccountState } from '@/domain/ledger/accounts';
import type { Subject } from '@/domain/participants/state';
import type { BudgetKey, BudgetUsage } from '@/domain/rules/budget';
import { changedSubjects, type ConfigurationNeeds } from '@/domain/rules/needs';
import type { SubjectState } from '@/domain/rules/subject-state';
import type { GroupFacts, Membership, ParticipantFacts, World } from '@/domain/rules/world';
import type { Tier } from '@/domain/tiers/tier';
import type { RecordedChange, RecordedEvent } from './record';

/** A participant with the statuses that it has had, oldest first. */
export interface StagedParticipant extends Pick<ParticipantFacts, 'id' | 'externalId'> {
  readonly statuses: readonly { readonly from: Date; readonly status: ParticipantFacts['status'] }[];
}

export interface Stay extends Membership {
  readonly from: Date;
  /** Null: still there. */
  readonly to: Date | null;
}

export interface BacktestStage {
  readonly organizationId: string;
  readonly programId: string;
  readonly assets: ReadonlyMap<string, AssetTerms>;
  readonly participants: ReadonlyMap<string, StagedParticipant>;
  readonly externalIds: ReadonlyMap<string, string>;
  /** Those whom actions name. */
  readonly namedIds: readonly string[];
  readonly groups: ReadonlyMap<string, GroupFacts>;
  /** The stays of each actor, by the age of their group; empty unless a rule asks for groups. */
  readonly stays: ReadonlyMap<string, readonly Stay[]>;
  readonly programTiers: readonly Tier[];
  readonly tiersOf: ReadonlyMap<string, readonly Tier[]>;
  readonly accounts: Map<AccountKey, AccountState>;
  readonly states: Map<string, SubjectState>;
  readonly budgets: Map<BudgetKey, BudgetUsage>;
  /** What others than the rules that are tried did to states, in order. */
  readonly changes: readonly RecordedChange[];
}

/** The world that events were decided in which were processed at one instant. */
export function worldAt(stage: BacktestStage, needs: ConfigurationNeeds, events: readonly RecordedEvent[], now: Date): World {
  const actorIds = [...new Set(events.flatMap(({ participantId }) => participantId ?? []))];
  const recipientIds = [...new Set(events.flatMap(({ recipientId }) => recipientId ?? []))];
  const people = [...new Set([...actorIds, ...recipientIds, ...stage.namedIds])];
  const memberships = new Map(
    actorIds.map((id) => [id, (stage.stays.get(id) ?? []).filter(({ from, to }) => from <= now && (to === null || to > now))] as const),
  );
  const changed: Subject[] = changedSubjects(needs, {
    programId: stage.programId,
    actorIds,
    recipientIds,
    namedIds: stage.namedIds,
    groupIds: needs.groupIds,
  });
  return {
    now,
    program: { id: stage.programId, organizationId: stage.organizationId, status: 'ACTIVE' },
    participants: new Map(people.flatMap((id) => participantAt(stage.participants.get(id), now))),
    externalIds: stage.externalIds,
    groups: stage.groups,
    memberships,
    assets: stage.assets,
    programTiers: stage.programTiers,
    reachableTiers: new Map(changed.flatMap(({ id }) => (stage.tiersOf.has(id) ? [[id, stage.tiersOf.get(id)!] as const] : []))),
    states: stage.states,
    accounts: stage.accounts,
    budgets: stage.budgets,
  };
}

function participantAt(participant: StagedParticipant | undefined, now: Date): [string, ParticipantFacts][] {
  if (!participant) return [];
  const { id, externalId, statuses } = participant;
  return [[id, { id, externalId, status: statuses.findLast(({ from }) => from <= now)?.status ?? 'ACTIVE' }]];
}
