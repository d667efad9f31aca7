/** Challenges as a section of documents; nobody's progress goes along. */
import type { PortableChallenge } from '@/contract/portable-parts';
import { challengeSentence } from '@/domain/challenges/challenge-sentence';
import { assertChallengeMove } from '@/domain/challenges/check';
import { measureOf } from '@/domain/challenges/goal';
import { loadProgramChallenges, type ChallengeRow } from '@/server/db/repositories/challenges/challenges';
import {
  challengeContent,
  changedChallenge,
  createChallenge,
  getChallengeForUpdate,
  writeChallenge,
} from '@/server/services/challenges/challenges';
import { campaignNamed, namedCampaign, type CampaignKeys } from './campaign-keys';
import type { OfProgram, Section } from './section';

/** @param row not archived. */
export const portableChallenge = (row: ChallengeRow, keys: CampaignKeys): PortableChallenge => ({
  ...challengeContent(row),
  ...namedCampaign(row, keys),
  status: row.status === 'ARCHIVED' ? 'PAUSED' : row.status,
});

export const challengeSection = ({
  ctx,
  tx,
  programId,
  campaignIds,
  campaignKeys,
}: OfProgram): Section<ChallengeRow, PortableChallenge> => ({
  load: () => loadProgramChallenges(tx, ctx.organization.id, programId),
  make: ({ campaign, ...challenge }) =>
    createChallenge(ctx, tx, { ...challenge, program_id: programId, campaign_id: campaignNamed(campaign, campaignIds) }),
  compare: async (id, sent) => {
    const before = await getChallengeForUpdate(ctx, tx, id);
    // One that is no longer there has no key, and stays until another is named.
    const stays = namedCampaign(before, campaignKeys).campaign === sent.campaign;
    const campaignId = stays ? before.campaign_id : campaignNamed(sent.campaign, campaignIds);
    return { before, after: changedChallenge(before, changeOf(before, sent, campaignId), ctx.clock.now()) };
  },
  write: (before, after) => writeChallenge(ctx, tx, before, after),
  archive: async (id) => {
    const before = await getChallengeForUpdate(ctx, tx, id);
    await writeChallenge(ctx, tx, before, changedChallenge(before, { status: 'ARCHIVED' }, ctx.clock.now()));
  },
  portable: (row) => portableChallenge(row, campaignKeys),
  sentence: (row) => challengeSentence({ ...measureOf(row), startsAt: row.starts_at, endsAt: row.ends_at }),
});

/** What is left out is as in a new challenge. */
function changeOf(before: ChallengeRow, { status, ...sent }: PortableChallenge, campaign_id: string | null) {
  assertChallengeMove(before.status, status);
  return {
    name: sent.name,
    goal: sent.goal,
    campaign_id,
    description: sent.description ?? null,
    starts_at: sent.starts_at ?? null,
    ends_at: sent.ends_at ?? null,
    period: sent.period ?? 'NONE',
    audience: sent.audience ?? null,
    repeat: sent.repeat ?? null,
    parts: sent.parts ?? [],
    take_back: sent.take_back ?? null,
    badge: sent.badge ?? null,
    ...(status === 'DRAFT' ? {} : { status }),
  } as const;
}
