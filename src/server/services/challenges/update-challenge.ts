/** Changes, starts, pauses and archives challenges. */
import type { UpdateChallenge } from '@/contract/challenge';
import { changesNothingArchived } from '@/domain/archiving';
import { canonicalJson } from '@/domain/canonical-json';
import { assertChallengeMove, assertPartsKept } from '@/domain/challenges/check';
import { measureOf } from '@/domain/challenges/goal';
import { DomainError } from '@/domain/errors';
import { updateChallengeRow, type ChallengeRow } from '@/server/db/repositories/challenges/challenges';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { assertCampaignKnown } from '@/server/services/campaigns/get-campaign';
import { timeOf } from '@/server/services/rewards/create-reward';
import { assertSound, roundsOf } from './create-challenge';
import { getChallengeForUpdate } from './get-challenge';

/** @throws DomainError not_found (challenge, campaign), invalid_status, challenge_has_progress, validation_error. */
export function updateChallenge(ctx: Ctx, { id, ...change }: UpdateChallenge): Promise<ChallengeRow> {
  return withTransaction(async (tx) => {
    const row = await getChallengeForUpdate(ctx, tx, id);
    const changed = changedChallenge(row, change, ctx.clock.now());
    if (changed !== row) await writeChallenge(ctx, tx, row, changed);
    return changed;
  });
}

/** @param before locked. @throws DomainError not_found (campaign), challenge_has_progress. */
export async function writeChallenge(ctx: Ctx, tx: Tx, before: ChallengeRow, after: ChallengeRow): Promise<void> {
  if (after.campaign_id !== before.campaign_id) await assertCampaignKnown(ctx, tx, after);
  await updateChallengeRow(tx, ctx.organization.id, after);
}

/** Archives a challenge: events no longer count, and what was reached stays. @throws DomainError not_found. */
export async function archiveChallenge(ctx: Ctx, id: string): Promise<void> {
  await updateChallenge(ctx, { id, status: 'ARCHIVED' });
}

/** The very same row where an archived one is asked to stay so. @throws DomainError invalid_status, challenge_has_progress, validation_error. */
export function changedChallenge(row: ChallengeRow, change: Omit<UpdateChallenge, 'id'>, now: Date): ChallengeRow {
  if (row.status === 'ARCHIVED') {
    if (changesNothingArchived(change)) return row;
    throw new DomainError('invalid_status', 'The challenge is archived and cannot be changed.', { param: 'id' });
  }
  const { starts_at, ends_at, repeat, ...fields } = change;
  if (change.status) assertChallengeMove(row.status, change.status);
  if (change.parts) assertPartsKept(row.status, row.parts, change.parts);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const changed: ChallengeRow = {
    ...row,
    ...given,
    ...(starts_at === undefined ? {} : { starts_at: timeOf(starts_at) }),
    ...(ends_at === undefined ? {} : { ends_at: timeOf(ends_at) }),
    ...(repeat === undefined ? {} : { max_rounds: roundsOf(repeat) }),
    updated_at: now,
    deleted_at: change.status === 'ARCHIVED' ? now : null,
  };
  assertSound(changed);
  return sameTerms(row, changed) ? changed : { ...changed, terms_version: row.terms_version + 1 };
}

/** Whether progress that there is stays what it is: the end can be moved, as events of after it have not counted yet. */
const sameTerms = (one: ChallengeRow, other: ChallengeRow): boolean => termsOf(one) === termsOf(other);
const termsOf = (row: ChallengeRow): string => canonicalJson([measureOf(row), row.campaign_id, row.starts_at]);
