/** Reads what else than rules, rewards and automations a program has into a document, and makes it of one. */
import type { ProgramClone, ProgramConfiguration, SkippedPart } from '@/contract/program-configuration';
import { loadProgramChallenges } from '@/server/db/repositories/challenges/challenges';
import { loadProgramCodeBatches } from '@/server/db/repositories/codes/code-batches';
import { loadProgramLeaderboards, type NamedLeaderboardRow } from '@/server/db/repositories/leaderboards/leaderboards';
import { loadProgramNoticeSettings, type NoticeSettingRow } from '@/server/db/repositories/notices/notice-settings';
import { loadProgramReferralPrograms } from '@/server/db/repositories/referrals/referral-programs';
import type { Tx } from '@/server/db/transaction';
import { lostCampaign, type CampaignKeys } from './campaign-keys';
import { challengeSection, portableChallenge } from './challenges';
import { codeBatchSection, portableCodeBatch } from './code-batches';
import { leaderboardSection, portableLeaderboard } from './leaderboards';
import { noticeSection, portableNotice } from './notices';
import { portableReferralProgram, referralProgramSection } from './referral-programs';
import { makeParts, replaceParts, type OfProgram, type PartChange } from './section';

type ProgramParts = Pick<ProgramConfiguration, 'challenges' | 'notices' | 'referral_programs' | 'code_batches' | 'leaderboards'>;

/** What the parts of a program are named by. */
interface NamesOfProgram {
  readonly campaigns: CampaignKeys;
  /** Symbols of the assets that can be used, by id. */
  readonly symbols: ReadonlyMap<string, string>;
  /** Keys of the tiers that can be used. */
  readonly tiers: ReadonlySet<string>;
}

/** All that is not archived, by key, and what a document cannot have. */
export async function readProgramParts(
  tx: Tx,
  { organizationId, programId, now }: { readonly organizationId: string; readonly programId: string; readonly now: Date },
  { campaigns, symbols, tiers }: NamesOfProgram,
): Promise<ProgramParts & { readonly skipped: SkippedPart[] }> {
  const isLost = (row: { readonly campaign_id: string | null }): boolean => lostCampaign(row, campaigns);
  const challenges = await loadProgramChallenges(tx, organizationId, programId);
  const copied = new Set(challenges.flatMap((one) => (isLost(one) ? [] : [one.key])));
  const notices = (await loadProgramNoticeSettings(tx, organizationId, programId)).map((row) => ({
    row,
    obstacle: obstacleToNotice(row, { symbols, tiers, challenges: copied }),
  }));
  const referrals = await loadProgramReferralPrograms(tx, organizationId, programId);
  const batches = await loadProgramCodeBatches(tx, organizationId, programId);
  const kept = batches.filter((row) => !isLost(row));
  const leaderboards = (await loadProgramLeaderboards(tx, organizationId, programId)).map((row) => ({
    row,
    obstacle: isLost(row) ? ('CAMPAIGN_NOT_AVAILABLE' as const) : obstacleToLeaderboard(row, { symbols, challenges: copied }, now),
  }));
  return {
    challenges: challenges.filter((row) => !isLost(row)).map((row) => portableChallenge(row, campaigns)),
    notices: notices.flatMap(({ row, obstacle }) => (obstacle ? [] : [portableNotice(row, symbols)])),
    referral_programs: referrals.filter((row) => !isLost(row)).map((row) => portableReferralProgram(row, campaigns)),
    code_batches: kept.map((row) => portableCodeBatch(row, campaigns)),
    leaderboards: leaderboards.flatMap(({ row, obstacle }) => (obstacle ? [] : [portableLeaderboard(row, campaigns)])),
    skipped: [
      ...challenges.filter(isLost).map(lost('CHALLENGE')),
      ...notices.flatMap(({ row: { key }, obstacle: reason }) => (reason ? [{ kind: 'NOTICE' as const, key, reason }] : [])),
      ...referrals.filter(isLost).map(lost('REFERRAL_PROGRAM')),
      ...batches.filter(isLost).map(lost('CODE_BATCH')),
      ...kept.map(({ key }) => ({ kind: 'CODES' as const, key, reason: 'CODES_NOT_COPIED' as const })),
      ...leaderboards.flatMap(({ row: { key }, obstacle: reason }) => (reason ? [{ kind: 'LEADERBOARD' as const, key, reason }] : [])),
    ],
  };
}

const lost =
  (kind: SkippedPart['kind']) =>
  ({ key }: { readonly key: string }): SkippedPart => ({ kind, key, reason: 'CAMPAIGN_NOT_AVAILABLE' });

function obstacleToNotice(
  { terms }: NoticeSettingRow,
  { symbols, tiers, challenges }: Pick<NamesOfProgram, 'symbols' | 'tiers'> & { readonly challenges: ReadonlySet<string> },
): SkippedPart['reason'] | null {
  if ('asset_id' in terms) return terms.asset_id === null || symbols.has(terms.asset_id) ? null : 'ASSET_NOT_AVAILABLE';
  if ('challenge' in terms) return terms.challenge === null || challenges.has(terms.challenge) ? null : 'CHALLENGE_NOT_AVAILABLE';
  return !('tier' in terms) || terms.tier === null || tiers.has(terms.tier) ? null : 'TIER_NOT_AVAILABLE';
}

function obstacleToLeaderboard(
  { asset_id, challenge_key, ends_at }: NamedLeaderboardRow,
  { symbols, challenges }: Pick<NamesOfProgram, 'symbols'> & { readonly challenges: ReadonlySet<string> },
  now: Date,
): SkippedPart['reason'] | null {
  if (ends_at !== null && ends_at <= now) return 'TIME_PASSED';
  if (asset_id !== null && !symbols.has(asset_id)) return 'ASSET_NOT_AVAILABLE';
  return challenge_key === null || challenges.has(challenge_key) ? null : 'CHALLENGE_NOT_AVAILABLE';
}

/** @throws DomainError not_found, asset_not_linked, key_exists, invalid_amount, invalid_request, validation_error, with the path of what is at fault. */
export async function writeProgramParts(
  of: OfProgram,
  { challenges, notices, referral_programs, code_batches, leaderboards }: ProgramParts,
): Promise<{ readonly copied: Pick<ProgramClone['copied'], keyof ProgramParts>; readonly skipped: readonly SkippedPart[] }> {
  await makeParts('challenges', challengeSection(of), challenges);
  await makeParts('notices', noticeSection(of), notices);
  await makeParts('referral_programs', referralProgramSection(of), referral_programs);
  await makeParts('code_batches', codeBatchSection(of), code_batches);
  // After the challenges, which they can measure.
  const skipped = await makeParts('leaderboards', leaderboardSection(of), leaderboards);
  return {
    copied: {
      challenges: challenges.length,
      notices: notices.length,
      referral_programs: referral_programs.length,
      code_batches: code_batches.length,
      leaderboards: leaderboards.length - skipped.length,
    },
    skipped: skipped.map((part) => ({ kind: 'LEADERBOARD', ...part })),
  };
}

/** The changes of each section that the document has; a section that it lacks stays as it is. @throws DomainError the same, and invalid_status, invalid_parameter. */
export async function replaceProgramParts(of: OfProgram, document: Partial<ProgramParts>): Promise<SectionChange[]> {
  return [
    ...inSection('challenges', document.challenges && (await replaceParts('challenges', challengeSection(of), document.challenges))),
    ...inSection('notices', document.notices && (await replaceParts('notices', noticeSection(of), document.notices))),
    ...inSection(
      'referral_programs',
      document.referral_programs && (await replaceParts('referral_programs', referralProgramSection(of), document.referral_programs)),
    ),
    ...inSection(
      'code_batches',
      document.code_batches && (await replaceParts('code_batches', codeBatchSection(of), document.code_batches)),
    ),
    // After the challenges, which they can measure.
    ...inSection(
      'leaderboards',
      document.leaderboards && (await replaceParts('leaderboards', leaderboardSection(of), document.leaderboards)),
    ),
  ];
}

export interface SectionChange extends PartChange {
  readonly section: keyof ProgramParts;
}

const inSection = (section: keyof ProgramParts, changes: readonly PartChange[] | undefined): SectionChange[] =>
  (changes ?? []).map((change) => ({ section, ...change }));

/** All that is not archived, as it is kept: also what belongs to a deleted campaign, without naming it. */
export async function keptProgramParts(of: OfProgram): Promise<ProgramParts> {
  return {
    challenges: await keptIn(challengeSection(of)),
    notices: await keptIn(noticeSection(of)),
    referral_programs: await keptIn(referralProgramSection(of)),
    code_batches: await keptIn(codeBatchSection(of)),
    leaderboards: await keptIn(leaderboardSection(of)),
  };
}

const keptIn = async <Row, Sent>(section: { load(): Promise<readonly Row[]>; portable(row: Row): Sent }): Promise<Sent[]> =>
  (await section.load()).map((row) => section.portable(row));
