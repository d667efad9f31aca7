/**
 * Creates, reads, changes and archives leaderboards. What was gained in the window of a new one before it was made is scored moments later, in the
 * background.
 */
import type { CreateLeaderboard, ListLeaderboards, UpdateLeaderboard } from '@/contract/leaderboard';
import type { ListLeaderboardResults, ListLeaderboardSeasons } from '@/contract/leaderboard-rank';
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { applyLeaderboardChange, assertWindowSound } from '@/domain/leaderboards/change';
import { assertPrizesSound, firstSeason, type LeaderboardMeasure } from '@/domain/leaderboards/leaderboard';
import { leaderboardSentence } from '@/domain/leaderboards/leaderboard-sentence';
import { amountOf, formatDecimal, MAX_SCALE, parseAmount } from '@/domain/money';
import { assertProgramMayChange } from '@/domain/programs';
import type { KeysetPage } from '@/server/db/keyset';
import { findChallenge } from '@/server/db/repositories/challenges/challenges';
import {
  findLeaderboard,
  findLeaderboardForUpdate,
  insertLeaderboard,
  listLeaderboardRows,
  updateLeaderboardRow,
  type LeaderboardRow,
  type NamedLeaderboardRow,
} from '@/server/db/repositories/leaderboards/leaderboards';
import { listResultRows, type ResultRow } from '@/server/db/repositories/leaderboards/results';
import { wantScan } from '@/server/db/repositories/leaderboards/scan';
import {
  findSeason,
  insertSeason,
  lastFrozenSeason,
  lastSeason,
  listSeasonRows,
  moveSeasonEnd,
  type SeasonRow,
} from '@/server/db/repositories/leaderboards/seasons';
import { findAsset, loadProgramAssets } from '@/server/db/repositories/programs/assets';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { assertCampaignKnown } from '@/server/services/campaigns/campaigns';
import { getGroup } from '@/server/services/groups/groups';
import { naming } from '@/server/services/naming';
import { getProgramForUpdate } from '@/server/services/programs/programs';
import { timeOf } from '@/server/services/rewards/rewards';

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
  const min_score = await leastScore(ctx, tx, command);
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
async function leastScore(ctx: Ctx, tx: Tx, command: CreateLeaderboard): Promise<string | null> {
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

/** @throws DomainError not_found. */
export const getLeaderboard = async (ctx: Ctx, id: string): Promise<NamedLeaderboardRow> =>
  (await findLeaderboard(ctx.organization.id, id)) ?? unknownLeaderboard();

/** Locked until the transaction ends. @throws DomainError not_found. */
export const getLeaderboardForUpdate = async (ctx: Ctx, tx: Tx, id: string): Promise<NamedLeaderboardRow> =>
  (await findLeaderboardForUpdate(tx, ctx.organization.id, id)) ?? unknownLeaderboard();

export const listLeaderboards = (ctx: Ctx, query: ListLeaderboards): Promise<KeysetPage<NamedLeaderboardRow>> =>
  listLeaderboardRows(ctx.organization.id, query);

/** @throws DomainError not_found. */
export async function listSeasons(ctx: Ctx, query: ListLeaderboardSeasons): Promise<KeysetPage<SeasonRow>> {
  await getLeaderboard(ctx, query.id);
  return listSeasonRows(ctx.organization.id, query);
}

/** The one that is asked for, else the present one. @throws DomainError not_found (leaderboard, season). */
export async function getSeason(ctx: Ctx, leaderboardId: string, season: string | undefined): Promise<SeasonRow> {
  const place = [ctx.organization.id, leaderboardId] as const;
  const found = season === undefined ? await lastSeason(...place) : await findSeason(...place, season);
  if (found) return found;
  await getLeaderboard(ctx, leaderboardId);
  throw new DomainError('not_found', 'The leaderboard has no such season.', { param: 'season' });
}

/** Of the season that is asked for, else of the last that is over; none while none is. @throws DomainError not_found (leaderboard, season). */
export async function listResults(ctx: Ctx, { season, ...query }: ListLeaderboardResults): Promise<KeysetPage<ResultRow>> {
  const of =
    season === undefined
      ? await lastFrozenSeason(ctx.organization.id, (await getLeaderboard(ctx, query.id)).id)
      : await getSeason(ctx, query.id, season);
  return of === null ? { rows: [], nextCursor: null } : listResultRows(ctx.organization.id, { ...query, season: of.season });
}

function unknownLeaderboard(): never {
  throw new DomainError('not_found', 'There is no such leaderboard in your organization.', { param: 'id' });
}

/** @throws DomainError not_found (leaderboard, campaign), invalid_status, invalid_parameter, validation_error. */
export async function updateLeaderboard(ctx: Ctx, { id, ends_at, ...change }: UpdateLeaderboard): Promise<NamedLeaderboardRow> {
  await withTransaction(async (tx) => {
    const row = await getLeaderboardForUpdate(ctx, tx, id);
    const until = ends_at === undefined ? undefined : timeOf(ends_at);
    const changed = applyLeaderboardChange(row, { ...change, ends_at: until }, ctx.clock.now());
    if (changed !== row) await writeLeaderboard(ctx, tx, row, changed);
  });
  return getLeaderboard(ctx, id);
}

/** @param before locked. @throws DomainError not_found (campaign). */
export async function writeLeaderboard(ctx: Ctx, tx: Tx, before: LeaderboardRow, after: LeaderboardRow): Promise<void> {
  const now = ctx.clock.now();
  const key = { organization_id: ctx.organization.id, id: before.id };
  if (after.campaign_id !== before.campaign_id) await assertCampaignKnown(ctx, tx, after);
  await updateLeaderboardRow(tx, key.organization_id, after.status === 'ARCHIVED' ? { ...after, due_at: now } : after);
  if (after.ends_at?.getTime() !== before.ends_at?.getTime()) {
    await moveSeasonEnd(tx, key, after.ends_at);
    // Until another end, other changes count.
    await wantScan(tx, key, now);
  }
  tx.afterCommit(() => wake('score-leaderboards'));
}

/** Archives a leaderboard: nobody is scored any more, and no further prize is won. @throws DomainError not_found. */
export async function archiveLeaderboard(ctx: Ctx, id: string): Promise<void> {
  await updateLeaderboard(ctx, { id, status: 'ARCHIVED' });
}

/** Has the scores of seasons that are not frozen counted anew, from the facts. @throws DomainError not_found, invalid_status. */
export async function rebuildLeaderboard(ctx: Ctx, id: string): Promise<NamedLeaderboardRow> {
  await withTransaction(async (tx) => {
    const { status } = await getLeaderboardForUpdate(ctx, tx, id);
    if (status !== 'ACTIVE')
      throw new DomainError('invalid_status', 'The leaderboard is over: its ranks are final, and are not counted again.', { param: 'id' });
    await wantScan(tx, { organization_id: ctx.organization.id, id }, ctx.clock.now());
    tx.afterCommit(() => wake('score-leaderboards'));
  });
  return getLeaderboard(ctx, id);
}

export function measureOf({ measure, counter_key, asset_id, challenge_id }: NamedLeaderboardRow): LeaderboardMeasure {
  switch (measure) {
    case 'COUNTER':
      return { type: measure, key: present(counter_key, 'it measures a counter') };
    case 'EARNED':
      return { type: measure, asset_id: present(asset_id, 'it measures an asset') };
    case 'CHALLENGE':
      return { type: measure, challenge_id: present(challenge_id, 'it measures a challenge') };
  }
}

/** A decimal string without trailing zeros; null: whoever has more than 0 is ranked. */
export const minScoreOf = ({ min_score }: NamedLeaderboardRow): string | null => min_score && formatDecimal(amountOf(min_score));

export const sentenceOf = (row: NamedLeaderboardRow): string =>
  leaderboardSentence({
    measure: measureOf(row),
    asset: row.asset,
    challenge: row.challenge,
    group: row.group_name,
    minScore: minScoreOf(row),
    period: row.period,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    prizes: row.prizes,
  });
