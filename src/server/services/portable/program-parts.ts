/** Reads what else than rules, rewards and automations a program has into a document, and makes it of one. */
import type { ProgramClone, ProgramConfiguration, SkippedPart } from '@/contract/program-configuration';
import { withErrorPath } from '@/domain/error-path';
import { loadProgramChallenges } from '@/server/db/repositories/challenges/challenges';
import { loadProgramCodeBatches } from '@/server/db/repositories/codes/code-batches';
import { loadProgramNoticeSettings, type NoticeSettingRow } from '@/server/db/repositories/notices/notice-settings';
import { loadProgramReferralPrograms } from '@/server/db/repositories/referrals/referral-programs';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { naming } from '@/server/services/naming';
import { lostCampaign, type CampaignIds, type CampaignKeys } from './campaign-keys';
import { challengeFrom, portableChallenge } from './challenges';
import { codeBatchFrom, portableCodeBatch } from './code-batches';
import { noticeFrom, portableNotice } from './notices';
import { portableReferralProgram, referralProgramFrom } from './referral-programs';

export type ProgramParts = Pick<ProgramConfiguration, 'challenges' | 'notices' | 'referral_programs' | 'code_batches'>;

/** What the parts of a program are named by. */
export interface NamesOfProgram {
  readonly campaigns: CampaignKeys;
  /** Symbols of the assets that can be used, by id. */
  readonly symbols: ReadonlyMap<string, string>;
  /** Keys of the tiers that can be used. */
  readonly tiers: ReadonlySet<string>;
}

/** All that is not archived, by key, and what a document cannot have. */
export async function readProgramParts(
  tx: Tx,
  { organizationId, programId }: { readonly organizationId: string; readonly programId: string },
  { campaigns, symbols, tiers }: NamesOfProgram,
): Promise<ProgramParts & { readonly skipped: SkippedPart[] }> {
  const isLost = (row: { readonly campaign_id: string | null }): boolean => lostCampaign(row, campaigns);
  const challenges = await loadProgramChallenges(tx, organizationId, programId);
  const notices = (await loadProgramNoticeSettings(tx, organizationId, programId)).map((row) => ({
    row,
    obstacle: obstacleToNotice(row, { symbols, tiers, challenges: new Set(challenges.flatMap((one) => (isLost(one) ? [] : [one.key]))) }),
  }));
  const referrals = await loadProgramReferralPrograms(tx, organizationId, programId);
  const batches = await loadProgramCodeBatches(tx, organizationId, programId);
  const kept = batches.filter((row) => !isLost(row));
  return {
    challenges: challenges.filter((row) => !isLost(row)).map((row) => portableChallenge(row, campaigns)),
    notices: notices.flatMap(({ row, obstacle }) => (obstacle ? [] : [portableNotice(row, symbols)])),
    referral_programs: referrals.filter((row) => !isLost(row)).map((row) => portableReferralProgram(row, campaigns)),
    code_batches: kept.map((row) => portableCodeBatch(row, campaigns)),
    skipped: [
      ...challenges.filter(isLost).map(lost('CHALLENGE')),
      ...notices.flatMap(({ row: { key }, obstacle: reason }) => (reason ? [{ kind: 'NOTICE' as const, key, reason }] : [])),
      ...referrals.filter(isLost).map(lost('REFERRAL_PROGRAM')),
      ...batches.filter(isLost).map(lost('CODE_BATCH')),
      ...kept.map(({ key }) => ({ kind: 'CODES' as const, key, reason: 'CODES_NOT_COPIED' as const })),
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

/** What the parts of a document name, in the program that they are made in. */
interface IdsOfProgram {
  readonly campaigns: CampaignIds;
  /** Ids of its assets by symbol. */
  readonly assets: ReadonlyMap<string, string>;
}

/** @throws DomainError not_found, asset_not_linked, key_exists, invalid_amount, invalid_request, validation_error, with the path of what is at fault. */
export async function writeProgramParts(
  ctx: Ctx,
  tx: Tx,
  programId: string,
  document: ProgramParts,
  { campaigns, assets }: IdsOfProgram,
): Promise<Pick<ProgramClone['copied'], keyof ProgramParts>> {
  return {
    challenges: await each('challenges', document.challenges, (part) => challengeFrom(ctx, tx, programId, part, campaigns)),
    notices: await each('notices', document.notices, (part) => noticeFrom(ctx, tx, programId, part, assets)),
    referral_programs: await each('referral_programs', document.referral_programs, (part) =>
      referralProgramFrom(ctx, tx, programId, part, campaigns),
    ),
    code_batches: await each('code_batches', document.code_batches, (part) => codeBatchFrom(ctx, tx, programId, part, campaigns)),
  };
}

async function each<Part>(section: keyof ProgramParts, parts: readonly Part[], make: (part: Part) => Promise<void>): Promise<number> {
  for (const [index, part] of parts.entries())
    await withErrorPath(`${section}[${index}]`, () => naming({ campaign_id: 'campaign' }, () => make(part)));
  return parts.length;
}
