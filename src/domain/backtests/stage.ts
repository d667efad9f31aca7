/** Defines what a backtest keeps in memory while it runs: everyone its events concern, in their state at the current instant. */
import { noChallenges } from '@/domain/challenges/book';
import { noCodes } from '@/domain/codes/book';
import type { AssetTerms, AccountKey, AccountState } from '@/domain/ledger/accounts';
import type { Earnings } from '@/domain/ledger/earnings';
import type { Subject } from '@/domain/participants/state';
import type { BudgetKey, BudgetUsage } from '@/domain/rules/budget';
import { changedSubjects, type ConfigurationNeeds } from '@/domain/rules/needs';
import { noReferrals } from '@/domain/referrals/book';
import type { SubjectState } from '@/domain/participants/subject-state';
import type { GroupFacts, GroupMembership, ParticipantFacts, World } from '@/domain/rules/world';
import type { Tier } from '@/domain/tiers/tier';
import type { RecordedChange, RecordedEvent } from './record';

/** A participant with its status history, oldest first. */
export interface StagedParticipant extends Pick<ParticipantFacts, 'id' | 'externalId' | 'enrolledAt'> {
  readonly statuses: readonly { readonly from: Date; readonly status: ParticipantFacts['status'] }[];
}

export interface Stay extends GroupMembership {
  readonly from: Date;
  /** Null: still a member. */
  readonly to: Date | null;
}

export interface BacktestStage {
  readonly organizationId: string;
  readonly programId: string;
  /** That of the program now: earlier ones are not kept. */
  readonly timezone: string;
  readonly assets: ReadonlyMap<string, AssetTerms>;
  readonly participants: ReadonlyMap<string, StagedParticipant>;
  readonly externalIds: ReadonlyMap<string, string>;
  /** Participants that actions name. */
  readonly namedIds: readonly string[];
  readonly groups: ReadonlyMap<string, GroupFacts>;
  /** The group stays of each actor, oldest group first; empty unless a rule reads groups. */
  readonly stays: ReadonlyMap<string, readonly Stay[]>;
  readonly programTiers: readonly Tier[];
  readonly tiersOf: ReadonlyMap<string, readonly Tier[]>;
  readonly accounts: Map<AccountKey, AccountState>;
  readonly states: Map<string, SubjectState>;
  /** Under the references that the tried rules can take back under. */
  readonly earnings: Earnings;
  readonly budgets: Map<BudgetKey, BudgetUsage>;
  /** State changes that the tried rules did not make, in order. */
  readonly changes: readonly RecordedChange[];
}

/** The world in which the events processed at one instant are decided. */
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
    program: { id: stage.programId, organizationId: stage.organizationId, status: 'ACTIVE', timezone: stage.timezone },
    participants: new Map(people.flatMap((id) => participantAt(stage.participants.get(id), now))),
    externalIds: stage.externalIds,
    groups: stage.groups,
    memberships,
    assets: stage.assets,
    programTiers: stage.programTiers,
    reachableTiers: new Map(
      changed.flatMap(({ id }) => {
        const tiers = stage.tiersOf.get(id);
        return tiers ? [[id, tiers] as const] : [];
      }),
    ),
    states: stage.states,
    accounts: stage.accounts,
    earnings: stage.earnings,
    budgets: stage.budgets,
    codes: noCodes(),
    challenges: noChallenges(),
    referrals: noReferrals(),
  };
}

function participantAt(participant: StagedParticipant | undefined, now: Date): [string, ParticipantFacts][] {
  if (!participant) return [];
  const { id, externalId, enrolledAt, statuses } = participant;
  return [[id, { id, externalId, enrolledAt, status: statuses.findLast(({ from }) => from <= now)?.status ?? 'ACTIVE' }]];
}
