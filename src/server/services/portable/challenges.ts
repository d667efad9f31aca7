/** Writes challenges as documents have them, and makes them of documents; nobody's progress goes along. */
import type { PortableChallenge } from '@/contract/portable-parts';
import type { ChallengeRow } from '@/server/db/repositories/challenges/challenges';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { challengeContent } from '@/server/services/challenges/challenge-content';
import { createChallenge } from '@/server/services/challenges/create-challenge';
import { campaignNamed, namedCampaign, type CampaignIds, type CampaignKeys } from './campaign-keys';

/** @param row not archived. */
export const portableChallenge = (row: ChallengeRow, keys: CampaignKeys): PortableChallenge => ({
  ...challengeContent(row),
  ...namedCampaign(row, keys),
  status: row.status === 'ARCHIVED' ? 'PAUSED' : row.status,
});

/** @throws DomainError not_found (`campaign`), key_exists, validation_error. */
export async function challengeFrom(
  ctx: Ctx,
  tx: Tx,
  programId: string,
  { campaign, ...challenge }: PortableChallenge,
  campaigns: CampaignIds,
): Promise<void> {
  await createChallenge(ctx, tx, { ...challenge, program_id: programId, campaign_id: campaignNamed(campaign, campaigns) });
}
