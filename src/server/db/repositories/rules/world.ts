/** Loads what a batch of events is decided on: program, linked assets, everybody concerned with their state, and balances under lock. */
import type { QueryResultRow } from 'pg';
import type { AssetTerms } from '@/domain/ledger/accounts';
import type { JsonRecord } from '@/domain/rules/activation';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import type { RuleConfiguration } from '@/domain/rules/rule';
import { alsoReading, changedSubjects, lockedSubjects, type ConfigurationNeeds } from '@/domain/rules/needs';
import type { GroupFacts, GroupMembership, ParticipantFacts, World } from '@/domain/rules/world';
import { takeBackReferences } from '@/domain/rules/take-back-references';
import { loadChallengeBook, namedProgress, type CountableEvent } from '@/server/db/repositories/challenges/challenge-book';
import { loadCodeBook, type NamedCodes } from '@/server/db/repositories/codes/code-book';
import { loadNamedFriends } from '@/server/db/repositories/referrals/named-friends';
import { loadReferralBook, type BroughtEvent } from '@/server/db/repositories/referrals/referral-book';
import { loadAccountsForUpdate, readWallets, type AccountRef } from '@/server/db/repositories/ledger/accounts';
import { loadEarnings } from '@/server/db/repositories/ledger/earnings';
import { loadUsageForUpdate, type UsageScope } from './budgets';
import { findNamedParticipants } from '@/server/db/repositories/events/enrollment';
import { ATTRIBUTES_OF, TAGS_OF } from '@/server/db/repositories/people/state-reading';
import { lockSubjects } from '@/server/db/repositories/programs/tier-subjects';
import { isCounted, isSame, loadLinkedAssets, loadProgramFacts, loadTerms, rememberedTerms, type Versions } from './program-terms';
import { loadCounted, loadTiers, statesOf, type WrittenState } from './world-state';
import type { Tx } from '@/server/db/transaction';

interface WorldScope {
  readonly organizationId: string;
  readonly programId: string;
  /** The present, on the organization's clock. */
  readonly now: Date;
  /** Whether wallets and PROGRAM budgets, which all participants share, are locked too rather than only read. */
  readonly locksMeans: boolean;
}

/** Whom and what the events of a batch name. */
interface WorldPeople {
  readonly actorIds: readonly string[];
  readonly recipientIds: readonly string[];
  /** The data of the events. */
  readonly events: readonly JsonRecord[];
  /** The codes that they name; absent: none. */
  readonly codes?: readonly NamedCodes[];
  /** The events that count for challenges if they complete; absent: none. */
  readonly counted?: readonly CountableEvent[];
  /** The events that can qualify referrals; absent: none. */
  readonly happened?: readonly BroughtEvent[];
}

interface LoadedWorld {
  readonly world: World;
  readonly configuration: RuleConfiguration;
}

/**
 * Everything is asked for at once, on the guess that the program's rules and assets are those of its last batch: what the rules may
 * change is locked first, then it is read. A wrong guess costs a second try, in the same transaction.
 * @param tried rules to run instead of the stored ones.
 */
export async function loadWorld(tx: Tx, scope: WorldScope, people: WorldPeople, tried?: RuleConfiguration): Promise<LoadedWorld> {
  const codes = await loadCodeBook(tx, scope, people.codes ?? []);
  let terms = rememberedTerms(scope.programId) ?? (await loadTerms(tx, scope));
  for (;;) {
    const configuration = tried ?? terms.configuration;
    const progress = namedProgress(terms.challenges, people.counted ?? [], terms.timezone, budget);
    const referrals = people.happened ? terms.referrals : [];
    const friends = await loadNamedFriends(tx, scope, terms.referralVersion === 0 ? [] : (people.codes ?? []));
    const conditions = referrals.flatMap(({ condition }) => condition?.expression ?? []);
    const [{ world, versions }, challenges, referralBook] = await Promise.all([
      readWorld(tx, scope, people, {
        needs: alsoReading(configuration.needs, [...codes.conditions, ...progress.expressions, ...conditions]),
        assets: terms.assets,
      }),
      loadChallengeBook(tx, scope.organizationId, progress),
      loadReferralBook(tx, scope.organizationId, referrals, people.happened ?? [], friends),
    ]);
    const isCurrent =
      (tried !== undefined || versions.configuration === configuration.version) &&
      isSame(terms.assets, [...world.assets.values()]) &&
      ((!people.counted && !people.codes) || isCounted(terms, versions, world.program));
    if (isCurrent) return { world: { ...world, codes: codes.book, challenges, referrals: referralBook }, configuration };
    terms = await loadTerms(tx, scope);
  }
}

const budget = ruleBudget(() => performance.now());

/** @returns the versions of the program too, since what was guessed may be out of date by then. */
async function readWorld(
  tx: Tx,
  { organizationId, programId, now, locksMeans }: WorldScope,
  people: WorldPeople,
  { needs, assets: expected }: { readonly needs: ConfigurationNeeds; readonly assets: readonly AssetTerms[] },
): Promise<{ world: Omit<World, 'codes' | 'challenges' | 'referrals'>; versions: Versions }> {
  const byName = await findNamedParticipants(tx, organizationId, programId, needs);
  const concerned = [...new Set([...people.actorIds, ...people.recipientIds, ...byName.ids])];
  const memberships = needs.memberships ? await loadMemberships(tx, organizationId, people.actorIds) : new Map<string, GroupMembership[]>();
  const groupIds = [...new Set([...needs.groupIds, ...[...memberships.values()].flat().map(({ groupId }) => groupId)])];
  const named = { programId, ...people, namedIds: byName.ids };
  const changed = changedSubjects(needs, { ...named, groupIds: needs.groupIds });
  const wallets = walletRefs(programId, expected);
  const earnedUnder = { organizationId, programId, references: takeBackReferences(needs, people.events, budget) };
  // Sent in this order over one connection, each statement sees what those before it have locked.
  const [, program, assets, participants, groups, counted, tiers, budgets, { accounts, earnings }, read] = await Promise.all([
    lockSubjects(tx, { organizationId, now }, lockedSubjects(needs, { ...named, groupIds })),
    loadProgramFacts(tx, organizationId, programId),
    loadLinkedAssets(tx, organizationId, programId),
    loadParticipantFacts(tx, { organizationId, programId }, needs, concerned),
    loadGroupFacts(tx, organizationId, groupIds),
    loadCounted(tx, organizationId, needs, [programId, ...concerned, ...groupIds]),
    loadTiers(tx, organizationId, needs, programId, changed),
    loadBudgets(tx, organizationId, needs, { holderIds: [programId, ...concerned, ...needs.groupIds], locksPrograms: locksMeans }),
    loadAccounts(tx, earnedUnder, [
      ...accountRefs('PARTICIPANT', programId, concerned, expected, true),
      ...accountRefs('GROUP', programId, needs.groupIds, expected, true),
      ...accountRefs(
        'GROUP',
        programId,
        groupIds.filter((id) => !needs.groupIds.includes(id)),
        expected,
        false,
      ),
      ...(locksMeans ? wallets : []),
    ]),
    readWallets(tx, organizationId, locksMeans ? [] : wallets),
  ]);
  const facts = {
    program: { id: programId, organizationId, status: program.status, timezone: program.timezone },
    assets: new Map(assets.map((asset) => [asset.id, asset])),
    participants,
    externalIds: byName.byExternalId,
    groups,
    memberships,
    states: statesOf([program, ...participants.values(), ...groups.values()], counted),
  };
  return {
    world: { now, ...facts, ...tiers, accounts: new Map([...accounts, ...read]), earnings, budgets },
    versions: {
      configuration: program.configurationVersion,
      challenges: program.challengesVersion,
      referrals: program.referralVersion,
    },
  };
}

/** What was earned is read when its accounts are locked, those included that had to be opened. */
async function loadAccounts(
  tx: Tx,
  { organizationId, programId, references }: { organizationId: string; programId: string; references: ReadonlySet<string> },
  refs: readonly AccountRef[],
): Promise<Pick<World, 'accounts' | 'earnings'>> {
  const accounts = await loadAccountsForUpdate(tx, organizationId, refs);
  return { accounts, earnings: await loadEarnings(tx, { organizationId, programId, before: null }, references) };
}

const loadBudgets = async (
  tx: Tx,
  organizationId: string,
  { budgetedRuleIds, budgetedCampaignIds }: ConfigurationNeeds,
  scope: Omit<UsageScope, 'owner' | 'ownerIds'>,
): Promise<World['budgets']> => {
  const counted = [
    { owner: 'RULE' as const, ownerIds: budgetedRuleIds },
    { owner: 'CAMPAIGN' as const, ownerIds: budgetedCampaignIds },
  ].filter(({ ownerIds }) => ownerIds.length > 0);
  const loaded = await Promise.all(counted.map((owned) => loadUsageForUpdate(tx, organizationId, { ...owned, ...scope })));
  return new Map(loaded.flatMap((usage) => [...usage]));
};

/** @param moves whether rules may move value of these accounts, rather than only read it. */
function accountRefs(
  type: 'PARTICIPANT' | 'GROUP',
  programId: string,
  ids: readonly string[],
  assets: readonly AssetTerms[],
  moves: boolean,
): AccountRef[] {
  return assets.flatMap((asset) =>
    [...new Set(ids)].map((id): AccountRef => ({ type, id, programId, assetId: asset.id, opens: moves && asset.inventoryMode === 'LOT' })),
  );
}

function walletRefs(programId: string, assets: readonly AssetTerms[]): AccountRef[] {
  const prefunded = assets.filter(({ issuancePolicy }) => issuancePolicy === 'PREFUNDED');
  return prefunded.map((asset) => ({ type: 'PROGRAM_WALLET', id: programId, programId, assetId: asset.id }));
}

/** Looks up one by one: with one condition for all, the planner would read everybody in an organization it takes for small. */
async function loadParticipantFacts(
  tx: Tx,
  { organizationId, programId }: Pick<WorldScope, 'organizationId' | 'programId'>,
  { enrollments }: ConfigurationNeeds,
  ids: readonly string[],
): Promise<Map<string, ParticipantFacts & WrittenState>> {
  const rows = await tx.query<ParticipantFacts & WrittenState & QueryResultRow>(
    `SELECT found.* FROM unnest($2::uuid[]) AS named (id) CROSS JOIN LATERAL (
       SELECT p.id, p.external_id AS "externalId", p.status, ${TAGS_OF('p')} AS tags, ${ATTRIBUTES_OF('p')} AS attributes,
         CASE WHEN $3 THEN (
           SELECT m.enrolled_at FROM program_participants m WHERE m.organization_id = $1 AND m.program_id = $4 AND m.participant_id = p.id
         ) END AS "enrolledAt"
       FROM participants p WHERE p.organization_id = $1 AND p.id = named.id LIMIT 1
     ) found`,
    [organizationId, ids, enrollments, programId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function loadGroupFacts(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Map<string, GroupFacts & WrittenState>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<GroupFacts & WrittenState & QueryResultRow>(
    `SELECT id, name, status, ${TAGS_OF('groups')} AS tags, ${ATTRIBUTES_OF('groups')} AS attributes
     FROM groups WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
    [organizationId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The active groups of each participant, oldest first. */
async function loadMemberships(tx: Tx, organizationId: string, participantIds: readonly string[]): Promise<Map<string, GroupMembership[]>> {
  const rows = await tx.query<{ participant_id: string; group_id: string; role: GroupMembership['role'] }>(
    `SELECT m.participant_id, m.group_id, m.role
     FROM group_members m JOIN groups g ON g.organization_id = m.organization_id AND g.id = m.group_id AND g.status = 'ACTIVE'
     WHERE m.organization_id = $1 AND m.participant_id = ANY ($2::uuid[]) AND m.left_at IS NULL
     ORDER BY g.created_at, g.id`,
    [organizationId, participantIds],
  );
  const byParticipant = Map.groupBy(rows, (row) => row.participant_id);
  return new Map([...byParticipant].map(([id, group]) => [id, group.map((row) => ({ groupId: row.group_id, role: row.role }))]));
}
