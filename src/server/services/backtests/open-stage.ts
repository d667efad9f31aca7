/** Loads the starting state of a backtest: everyone its events and rules concern, as they stood at the start of its window. */
import { present } from '@/domain/assert';
import type { BacktestStage } from '@/domain/backtests/stage';
import { accountKey, emptyAccount, type AccountKey, type AccountState, type AssetTerms } from '@/domain/ledger/accounts';
import type { Subject } from '@/domain/participants/state';
import { budgetsAmong } from '@/domain/rules/budget';
import type { RuleConfiguration } from '@/domain/rules/rule';
import type { Earnings } from '@/domain/ledger/earnings';
import type { SubjectState } from '@/domain/participants/subject-state';
import { loadAccountsAt, loadUsageAt, type AccountsScope } from '@/server/db/repositories/backtests/backtest-accounts';
import type { HistoryScope } from '@/server/db/repositories/backtests/backtest-history';
import { findPeople, loadStagedGroups, loadStagedParticipants, loadStays } from '@/server/db/repositories/backtests/backtest-people';
import { loadChanges, loadStatesAt } from '@/server/db/repositories/backtests/backtest-state';
import { findProgram } from '@/server/db/repositories/programs/programs';
import { loadEarnings } from '@/server/db/repositories/ledger/earnings';
import { loadTiersOf } from '@/server/db/repositories/programs/tier-subjects';
import { loadLinkedAssets } from '@/server/db/repositories/rules/program-terms';
import { autocommit, withTransaction } from '@/server/db/transaction';

const SLICE = 2_000;

/** @param takenBackUnder the references under which the rules can take back what was earned. */
export async function openStage(
  scope: HistoryScope,
  { needs, rules }: RuleConfiguration,
  takenBackUnder: ReadonlySet<string>,
): Promise<BacktestStage> {
  const { organizationId, programId, from } = scope;
  const assets = await withTransaction((tx) => loadLinkedAssets(tx, organizationId, programId));
  const { timezone } = present(await findProgram(organizationId, programId), 'a program is never deleted');
  const { participantIds, namedIds, externalIds } = await findPeople(scope, needs);
  const participants = await inSlices(participantIds, (ids) => loadStagedParticipants(scope, ids));
  const stays = needs.memberships ? await inSlices(participantIds, async (ids) => [...(await loadStays(organizationId, ids))]) : [];
  const groupIds = [...new Set([...needs.groupIds, ...stays.flatMap(([, own]) => own.map(({ groupId }) => groupId))])];
  const groups = await inSlices(groupIds, (ids) => loadStagedGroups(organizationId, ids));
  const subjects: Subject[] = [
    { type: 'PROGRAM', id: programId },
    ...groupIds.map((id): Subject => ({ type: 'GROUP', id })),
    ...participantIds.map((id): Subject => ({ type: 'PARTICIPANT', id })),
  ];
  const ids = subjects.map(({ id }) => id);
  const tiers = needs.levels ? await inSlices(subjects, async (slice) => [...(await loadTiersOf(autocommit, organizationId, slice))]) : [];
  const tiersOf = new Map(tiers);
  const budgets = await Promise.all(
    budgetsAmong(rules).map(({ ownerId, budget }) => loadUsageAt({ organizationId, programId, at: from }, ownerId, budget)),
  );
  const states = await inSlices(ids, async (slice): Promise<[string, SubjectState][]> => [
    ...(await loadStatesAt(organizationId, slice, from)),
  ]);
  const changes = await inSlices(ids, (slice) => loadChanges(scope, slice, needs.levels));
  return {
    organizationId,
    programId,
    timezone,
    assets: new Map(assets.map((asset) => [asset.id, asset])),
    participants: new Map(participants.map((participant) => [participant.id, participant])),
    externalIds,
    namedIds,
    groups: new Map(groups.map((group) => [group.id, group])),
    stays: new Map(stays),
    programTiers: tiersOf.get(programId) ?? [],
    tiersOf,
    accounts: withEmptyOnes(
      await accountsAt({ organizationId, programId, at: from }, [...participantIds, ...groupIds]),
      programId,
      subjects,
      assets,
    ),
    states: new Map(states),
    earnings: await earningsAt(scope, takenBackUnder),
    budgets: new Map(budgets.flat()),
    changes: changes.sort((a, b) => a.at.getTime() - b.at.getTime()),
  };
}

/** The accounts of these holders, and the program's wallets. */
export async function accountsAt(scope: AccountsScope, holderIds: readonly string[]): Promise<Map<AccountKey, AccountState>> {
  const found = await inSlices([...holderIds, scope.programId], async (slice): Promise<[AccountKey, AccountState][]> => [
    ...(await loadAccountsAt(scope, slice)),
  ]);
  return new Map(found);
}

async function earningsAt({ organizationId, programId, from }: HistoryScope, references: ReadonlySet<string>): Promise<Earnings> {
  const scope = { organizationId, programId, before: from };
  const found = await inSlices([...references], async (slice) => [...(await loadEarnings(autocommit, scope, new Set(slice))).byAccount]);
  const byAccount: Earnings['byAccount'] = new Map();
  for (const [key, earnings] of found) byAccount.set(key, new Map([...(byAccount.get(key) ?? []), ...earnings]));
  return { references, byAccount };
}

/** Adds an empty account for every subject without one, so that what it received later can be replayed. */
function withEmptyOnes(
  accounts: Map<AccountKey, AccountState>,
  programId: string,
  subjects: readonly Subject[],
  assets: readonly AssetTerms[],
): Map<AccountKey, AccountState> {
  for (const { type, id } of subjects) {
    for (const asset of assets) {
      if (type === 'PROGRAM' && asset.issuancePolicy !== 'PREFUNDED') continue;
      const key = accountKey(id, programId, asset.id);
      const ref = { type: type === 'PROGRAM' ? 'PROGRAM_WALLET' : type, id, programId, assetId: asset.id } as const;
      if (!accounts.has(key)) accounts.set(key, emptyAccount(ref));
    }
  }
  return accounts;
}

async function inSlices<Item, Found>(
  items: readonly Item[],
  load: (slice: readonly Item[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[][] = [];
  for (let at = 0; at < items.length; at += SLICE) found.push([...(await load(items.slice(at, at + SLICE)))]);
  return found.flat();
}
