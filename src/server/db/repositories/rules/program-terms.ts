/** Loads what the batches of a program have in common, and remembers it: each batch tells by the versions that it reads whether it is still true. */
import type { QueryResultRow } from 'pg';
import { only } from '@/domain/assert';
import type { CompiledChallenge } from '@/domain/challenges/compiled';
import type { AssetTerms } from '@/domain/ledger/accounts';
import type { ReferralTerms } from '@/domain/referrals/program';
import type { RuleConfiguration } from '@/domain/rules/rule';
import type { ProgramFacts } from '@/domain/rules/world';
import { loadChallenges } from '@/server/db/repositories/challenges/definitions';
import { assetTermsOf } from '@/server/db/repositories/ledger/operation-context';
import { ATTRIBUTES_OF, TAGS_OF } from '@/server/db/repositories/people/state-reading';
import { loadReferralTerms } from '@/server/db/repositories/referrals/referral-book';
import type { Tx } from '@/server/db/transaction';
import { loadRuleConfiguration } from './rule-configurations';
import type { WrittenState } from './world-state';

interface ProgramPlace {
  readonly organizationId: string;
  readonly programId: string;
}

/** What a program's batches have in common as long as nobody changes it. */
export interface ProgramTerms {
  readonly configuration: RuleConfiguration;
  readonly assets: readonly AssetTerms[];
  /** Of all versions: campaigns limit challenges and referral programs. */
  readonly challenges: readonly CompiledChallenge[];
  readonly challengesVersion: number;
  /** Those in which friends can qualify. */
  readonly referrals: readonly ReferralTerms[];
  readonly referralVersion: number;
  readonly timezone: string;
}

export interface Versions {
  readonly configuration: number;
  readonly challenges: number;
  readonly referrals: number;
}

/** Whether events are counted by the challenges and referral programs as they are now, on the clocks of the program. */
export const isCounted = (terms: ProgramTerms, versions: Versions, { timezone }: ProgramFacts): boolean =>
  versions.challenges === terms.challengesVersion &&
  versions.referrals === terms.referralVersion &&
  (terms.challenges.length + terms.referrals.length === 0 ||
    (versions.configuration === terms.configuration.version && timezone === terms.timezone));

const MAX_REMEMBERED_PROGRAMS = 1_000;
const lastTerms = new Map<string, ProgramTerms>();

/** Those of its last batch; null for none that is remembered. */
export const rememberedTerms = (programId: string): ProgramTerms | null => lastTerms.get(programId) ?? null;

export async function loadTerms(tx: Tx, { organizationId, programId }: ProgramPlace): Promise<ProgramTerms> {
  const [program, assets] = await Promise.all([
    loadProgramFacts(tx, organizationId, programId),
    loadLinkedAssets(tx, organizationId, programId),
  ]);
  const { challengesVersion, referralVersion, timezone } = program;
  const [configuration, challenges, referrals] = await Promise.all([
    loadRuleConfiguration(tx, organizationId, programId, program.configurationVersion),
    challengesVersion > 0 ? loadChallenges(tx, organizationId, programId) : [],
    referralVersion > 0 ? loadReferralTerms(tx, organizationId, programId) : [],
  ]);
  const terms = { configuration, assets, challenges, challengesVersion, referrals, referralVersion, timezone };
  lastTerms.delete(programId);
  lastTerms.set(programId, terms);
  const [oldest] = lastTerms.keys();
  if (lastTerms.size > MAX_REMEMBERED_PROGRAMS && oldest !== undefined) lastTerms.delete(oldest);
  return terms;
}

/** Whether they are the same assets; what else matters here never changes. */
export const isSame = (one: readonly AssetTerms[], other: readonly AssetTerms[]): boolean =>
  one.map(({ id }) => id).join() === other.map(({ id }) => id).join();

type ProgramRow = WrittenState &
  Pick<ProgramFacts, 'id' | 'status' | 'timezone'> & {
    readonly configurationVersion: number;
    readonly challengesVersion: number;
    readonly referralVersion: number;
  };

export async function loadProgramFacts(tx: Tx, organizationId: string, programId: string): Promise<ProgramRow> {
  const row = only(
    await tx.query<ProgramRow & QueryResultRow>(
      `SELECT id, status, timezone, rule_configuration_version AS "configurationVersion", challenges_version AS "challengesVersion", referral_version AS "referralVersion", ${TAGS_OF('programs')} AS tags, ${ATTRIBUTES_OF('programs')} AS attributes
     FROM programs WHERE organization_id = $1 AND id = $2`,
      [organizationId, programId],
    ),
  );
  return row;
}

export async function loadLinkedAssets(tx: Tx, organizationId: string, programId: string): Promise<AssetTerms[]> {
  const rows = await tx.query<Parameters<typeof assetTermsOf>[0]>(
    `SELECT a.id, a.symbol, a.scale, a.inventory_mode, a.issuance_policy, a.max_transaction_amount, a.status
     FROM program_assets pa JOIN assets a ON a.organization_id = pa.organization_id AND a.id = pa.asset_id
     WHERE pa.organization_id = $1 AND pa.program_id = $2 ORDER BY a.id`,
    [organizationId, programId],
  );
  return rows.map(assetTermsOf);
}
