/** Creates leaderboards; what was gained in the window before is scored moments later, in the background. */
import type { CreateLeaderboard } from '@/contract/leaderboard';
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { assertWindowSound } from '@/domain/leaderboards/change';
import { assertPrizesSound } from '@/domain/leaderboards/prizes';
import { firstSeason } from '@/domain/leaderboards/seasons';
import { MAX_SCALE, parseAmount } from '@/domain/money';
import { assertProgramMayChange } from '@/domain/programs';
import { findChallenge } from '@/server/db/repositories/challenges/challenges';
import { findLeaderboard, insertLeaderboard, type NamedLeaderboardRow } from '@/server/db/repositories/leaderboards/leaderboards';
import { insertSeason } from '@/server/db/repositories/leaderboards/seasons';
import { findAsset, loadProgramAssets } from '@/server/db/repositories/programs/assets';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { assertCampaignKnown } from '@/server/services/campaigns/get-campaign';
import { getGroup } from '@/server/services/groups/get-group';
import { naming } from '@/server/services/naming';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { timeOf } from '@/server/services/rewards/create-reward';

/**
 * @throws DomainError not_found (program, campaign, group, challenge), program_archived, asset_not_found, asset_not_linked, key_exists, invalid_request
 *   (a window and a period), invalid_parameter (an end that is not later), invalid_amount, validation_error (prizes).
 */
export async function createLeaderboard(ctx: Ctx, tx: Tx, command: CreateLeaderboard): Promise<NamedLeaderboardRow> {
  const { program_id, measure, period = 'NONE', group_id = null, campaign_id = null } = command;
  const program = await getProgramForUpdate(ctx, tx, program_id, 'program_id');
  assertProgramMayChange(program.status, 'program_id');
  const now = ctx.clock.now();
  const window = windowOf(command, now);
  assertPrizesSound(command.prizes);
  const min_score = await minScoreOf(ctx, tx, command);
  await assertCampaignKnown(ctx, tx, { campaign_id, program_id });
  if (group_id !== null) await naming({ id: 'group_id' }, () => getGroup(ctx, group_id));
  const row = {
    id: newId(),
    program_id,
    campaign_id,
    key: command.key,
    name: command.name,
    description: command.description ?? null,
    status: 'ACTIVE',
    measure: measure.type,
    counter_key: measure.type === 'COUNTER' ? measure.key : null,
    asset_id: measure.type === 'EARNED' ? measure.asset_id : null,
    challenge_id: measure.type === 'CHALLENGE' ? measure.challenge_id : null,
    period,
    ...window,
    group_id,
    min_score,
    prizes: command.prizes,
    scan: 'WANTED',
    scanned_to: null,
    due_at: now,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  } as const;
  const organizationId = ctx.organization.id;
  await insertLeaderboard(tx, organizationId, row);
  const terms = { period, startsAt: window.starts_at, endsAt: window.ends_at };
  await insertSeason(tx, { organization_id: organizationId, id: row.id }, firstSeason(terms, now, program.timezone));
  tx.afterCommit(() => wake('score-leaderboards'));
  return present(await findLeaderboard(organizationId, row.id, tx), 'it has just been made');
}

/** The window of a leaderboard without a period; none of one with a period. */
function windowOf({ period = 'NONE', starts_at, ends_at }: CreateLeaderboard, now: Date) {
  if (period === 'NONE') {
    const window = { starts_at: timeOf(starts_at) ?? now, ends_at: timeOf(ends_at) };
    assertWindowSound(window, now);
    return window;
  }
  if (!starts_at && !ends_at) return { starts_at: null, ends_at: null };
  throw new DomainError('invalid_request', 'A leaderboard has either a period or a window of its own; leave one of them out.', {
    param: starts_at ? 'starts_at' : 'ends_at',
  });
}

/** As exact as what is measured. @throws DomainError asset_not_found, asset_not_linked, not_found (challenge), invalid_amount. */
async function minScoreOf(ctx: Ctx, tx: Tx, command: CreateLeaderboard): Promise<string | null> {
  const scale = await scaleOf(ctx, tx, command);
  return command.min_score == null ? null : parseAmount(command.min_score, scale, 'min_score').toFixed();
}

async function scaleOf(ctx: Ctx, tx: Tx, { program_id, measure }: CreateLeaderboard): Promise<number> {
  switch (measure.type) {
    case 'COUNTER':
      return MAX_SCALE;
    case 'EARNED':
      return scaleOfAsset(ctx, tx, program_id, measure.asset_id);
    case 'CHALLENGE': {
      const challenge = await findChallenge(ctx.organization.id, measure.challenge_id, tx);
      if (challenge?.program_id === program_id) return 0;
      throw new DomainError('not_found', 'The program has no such challenge.', { param: 'measure.challenge_id' });
    }
  }
}

async function scaleOfAsset(ctx: Ctx, tx: Tx, programId: string, assetId: string): Promise<number> {
  const asset = (await loadProgramAssets(tx, ctx.organization.id, programId)).find(({ id }) => id === assetId);
  if (asset) return asset.scale;
  if (await findAsset(ctx.organization.id, assetId))
    throw new DomainError('asset_not_linked', 'The asset is not linked to the program; link it first.', { param: 'measure.asset_id' });
  throw new DomainError('asset_not_found', 'There is no such asset in your organization.', { param: 'measure.asset_id' });
}
