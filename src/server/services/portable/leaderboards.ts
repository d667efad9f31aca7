/** Leaderboards as a section of documents; nobody's score goes along. */
import type { SkippedPart } from '@/contract/program-configuration';
import type { PortableLeaderboard } from '@/contract/portable-parts';
import type { CreateLeaderboard } from '@/contract/leaderboard';
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { applyLeaderboardChange } from '@/domain/leaderboards/change';
import { amountOf, formatDecimal } from '@/domain/money';
import { loadProgramChallenges } from '@/server/db/repositories/challenges/challenges';
import { loadProgramLeaderboards, type NamedLeaderboardRow } from '@/server/db/repositories/leaderboards/leaderboards';
import { loadKnownHolders } from '@/server/db/repositories/people/known-holders';
import {
  createLeaderboard,
  getLeaderboardForUpdate,
  minScoreOf,
  sentenceOf,
  writeLeaderboard,
} from '@/server/services/leaderboards/leaderboards';
import { timeOf } from '@/server/services/rewards/rewards';
import { campaignNamed, namedCampaign, type CampaignKeys } from './campaign-keys';
import { assertUnchanged, type OfProgram, type Section } from './section';

const NEVER_CHANGES = ['measure', 'period', 'starts_at', 'group_id', 'min_score'] as const;

/** @param row not archived. */
export const portableLeaderboard = (row: NamedLeaderboardRow, keys: CampaignKeys): PortableLeaderboard => ({
  key: row.key,
  name: row.name,
  description: row.description,
  ...namedCampaign(row, keys),
  measure: portableMeasure(row),
  period: row.period,
  starts_at: row.starts_at?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  group_id: row.group_id,
  min_score: minScoreOf(row),
  prizes: row.prizes.map((prize) => ({ ...prize })),
});

function portableMeasure({ measure, counter_key, asset, challenge_key }: NamedLeaderboardRow): PortableLeaderboard['measure'] {
  switch (measure) {
    case 'COUNTER':
      return { type: measure, key: present(counter_key, 'it measures a counter') };
    case 'EARNED':
      return { type: measure, asset: present(asset, 'it measures an asset') };
    case 'CHALLENGE':
      return { type: measure, challenge: present(challenge_key, 'it measures a challenge') };
  }
}

export const leaderboardSection = (of: OfProgram): Section<NamedLeaderboardRow, PortableLeaderboard> => {
  const { ctx, tx, programId, campaignIds, campaignKeys } = of;
  return {
    load: () => loadProgramLeaderboards(tx, ctx.organization.id, programId),
    obstacle: (sent) => obstacleTo(sent, of),
    make: async ({ campaign, measure, ...terms }) =>
      createLeaderboard(ctx, tx, {
        ...terms,
        measure: await measureFrom(measure, of),
        program_id: programId,
        campaign_id: campaignNamed(campaign, campaignIds),
      }),
    compare: async (id, sent) => {
      const before = await getLeaderboardForUpdate(ctx, tx, id);
      const is = portableLeaderboard(before, campaignKeys);
      assertUnchanged(is, wantedOf(sent, is), NEVER_CHANGES);
      const campaign_id = is.campaign === sent.campaign ? before.campaign_id : campaignNamed(sent.campaign, campaignIds);
      const { name, description = null, prizes, ends_at } = sent;
      const change = { name, description, campaign_id, prizes, ends_at: timeOf(ends_at) };
      return { before, after: applyLeaderboardChange(before, change, ctx.clock.now()) };
    },
    write: (before, after) => writeLeaderboard(ctx, tx, before, after),
    archive: async (id) => {
      const before = await getLeaderboardForUpdate(ctx, tx, id);
      await writeLeaderboard(ctx, tx, before, applyLeaderboardChange(before, { status: 'ARCHIVED' }, ctx.clock.now()));
    },
    portable: (row) => portableLeaderboard(row, campaignKeys),
    sentence: sentenceOf,
  };
};

/** What is left out is as in a new leaderboard, but the start, which was the time at which it was made. */
const wantedOf = (sent: PortableLeaderboard, is: PortableLeaderboard): PortableLeaderboard => ({
  ...sent,
  period: sent.period ?? 'NONE',
  starts_at: timeOf(sent.starts_at)?.toISOString() ?? is.starts_at,
  min_score: sent.min_score == null ? null : formatDecimal(amountOf(sent.min_score)),
});

/** Its group is named by id, which means nothing in another organization; and nobody can gain anything in a time that is over. */
async function obstacleTo({ ends_at, group_id }: PortableLeaderboard, { ctx, tx }: OfProgram): Promise<SkippedPart['reason'] | null> {
  if (ends_at != null && new Date(ends_at) <= ctx.clock.now()) return 'TIME_PASSED';
  if (group_id == null || (await loadKnownHolders(tx, ctx.organization.id, [group_id])).has(group_id)) return null;
  return 'HOLDER_NOT_FOUND';
}

/** @throws DomainError asset_not_linked, not_found. */
async function measureFrom(
  measure: PortableLeaderboard['measure'],
  { ctx, tx, programId, assets }: OfProgram,
): Promise<CreateLeaderboard['measure']> {
  switch (measure.type) {
    case 'COUNTER':
      return measure;
    case 'EARNED': {
      const asset_id = assets.get(measure.asset);
      if (asset_id !== undefined) return { type: 'EARNED', asset_id };
      throw new DomainError('asset_not_linked', 'The program has no linked asset with this symbol; link it first.', {
        param: 'measure.asset',
      });
    }
    case 'CHALLENGE': {
      const challenges = await loadProgramChallenges(tx, ctx.organization.id, programId);
      const found = challenges.find(({ key }) => key === measure.challenge);
      if (found) return { type: 'CHALLENGE', challenge_id: found.id };
      throw new DomainError('not_found', 'The program has no challenge with this key.', { param: 'measure.challenge' });
    }
  }
}
