/** Loads the people of past events with their present state, without any lock: no more of it than the tried rules read or move. */
import type { BacktestStage } from '@/domain/backtests/stage';
import type { AssetTerms } from '@/domain/ledger/accounts';
import type { Subject } from '@/domain/participants/state';
import { presentNeedsOf } from '@/domain/rules/estimate/trial';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { takeBackReferences } from '@/domain/rules/take-back-references';
import type { RuleConfiguration } from '@/domain/rules/rule';
import { loadAccountsAt } from '@/server/db/repositories/backtests/backtest-accounts';
import { loadStagedGroups, loadStagedParticipants, loadStays } from '@/server/db/repositories/backtests/backtest-people';
import { loadStatesAt } from '@/server/db/repositories/backtests/backtest-state';
import { findNamedParticipants } from '@/server/db/repositories/events/enrollment';
import { loadTiersOf } from '@/server/db/repositories/programs/tier-subjects';
import { autocommit } from '@/server/db/transaction';
import type { PastEvent } from '@/server/db/repositories/rules/past-events';

export interface SceneScope {
  readonly organizationId: string;
  readonly programId: string;
  readonly timezone: string;
  readonly assets: ReadonlyMap<string, AssetTerms>;
  /** Everything dated before it is seen. */
  readonly at: Date;
  /** Whether everybody's name is needed, even if no rule reads it. */
  readonly named: boolean;
}

const EVER = new Date(0);

export async function openScene(
  scope: SceneScope,
  configuration: RuleConfiguration,
  events: readonly Pick<PastEvent, 'participantId' | 'recipientId' | 'data'>[],
): Promise<BacktestStage> {
  const { organizationId, programId, timezone, at, assets } = scope;
  const { needs } = configuration;
  const present = presentNeedsOf(configuration);
  const byName = await findNamedParticipants(autocommit, organizationId, programId, needs);
  const people = [
    ...new Set([...events.flatMap(({ participantId, recipientId }) => [participantId ?? [], recipientId ?? []].flat()), ...byName.ids]),
  ];
  const participants = scope.named || present.state ? await loadStagedParticipants(scope, people) : [];
  const stays = needs.memberships ? [...(await loadStays(organizationId, people))] : [];
  const joined = stays.map(([id, own]) => [id, own.filter(({ to }) => to === null).map((stay) => ({ ...stay, from: EVER }))] as const);
  const groupIds = [...new Set([...needs.groupIds, ...joined.flatMap(([, own]) => own.map(({ groupId }) => groupId))])];
  const subjects: Subject[] = [
    { type: 'PROGRAM', id: programId },
    ...groupIds.map((id): Subject => ({ type: 'GROUP', id })),
    ...people.map((id): Subject => ({ type: 'PARTICIPANT', id })),
  ];
  const ids = subjects.map(({ id }) => id);
  const groups = groupIds.length > 0 ? await loadStagedGroups(organizationId, groupIds) : [];
  const tiersOf = needs.levels ? await loadTiersOf(autocommit, organizationId, subjects) : new Map<string, BacktestStage['programTiers']>();
  const known = new Map(participants.map((participant) => [participant.id, participant]));
  return {
    organizationId,
    programId,
    timezone,
    assets,
    participants: new Map(people.map((id) => [id, { id, externalId: '', enrolledAt: null, ...known.get(id), statuses: [] }])),
    externalIds: byName.byExternalId,
    namedIds: byName.ids,
    groups: new Map(groups.map((group) => [group.id, group])),
    stays: new Map(joined),
    programTiers: tiersOf.get(programId) ?? [],
    tiersOf,
    accounts: present.balances ? await loadAccountsAt({ organizationId, programId, at }, [...groupIds, ...people]) : new Map(),
    states: present.state ? await loadStatesAt(organizationId, ids, at) : new Map(),
    earnings: { references: referencesIn(needs, events), byAccount: new Map() },
    budgets: new Map(),
    changes: [],
  };
}

/** Under each of them nothing has been earned. */
const referencesIn = (needs: RuleConfiguration['needs'], events: readonly Pick<PastEvent, 'data'>[]): ReadonlySet<string> =>
  takeBackReferences(
    needs,
    events.flatMap(({ data }) => (data === null ? [] : [data])),
    ruleBudget(() => performance.now()),
  );
