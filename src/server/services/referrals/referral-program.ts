/** Creates, reads, changes, pauses and archives referral programs. */
import type { CreateReferralProgram, ListReferralPrograms, UpdateReferralProgram } from '@/contract/referral-program';
import { changesNothingArchived } from '@/domain/archiving';
import { compileCampaign } from '@/domain/campaigns/compiled';
import { normalizedCode } from '@/domain/codes/text';
import { DomainError } from '@/domain/errors';
import { assertProgramMayChange } from '@/domain/programs';
import { assertReferralProgramMove, assertReferralProgramSound, type Openness } from '@/domain/referrals/program';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findReferralCampaign,
  findReferralProgram,
  findReferralProgramForUpdate,
  insertReferralProgram,
  listReferralProgramRows,
  updateReferralProgramRow,
  type ReferralProgramRow,
} from '@/server/db/repositories/referrals/referral-programs';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { assertCampaignKnown } from '@/server/services/campaigns/campaigns';
import { getProgramForUpdate } from '@/server/services/programs/programs';
import { timeOf } from '@/server/services/rewards/rewards';

/** @throws DomainError not_found. @param param the field that names it. */
export const getReferralProgram = async (ctx: Ctx, id: string, param = 'id'): Promise<ReferralProgramRow> =>
  (await findReferralProgram(ctx.organization.id, id)) ?? unknownReferralProgram(param);

/** Locked until the transaction ends. @throws DomainError not_found. */
export const getReferralProgramForUpdate = async (ctx: Ctx, tx: Tx, id: string, param = 'id'): Promise<ReferralProgramRow> =>
  (await findReferralProgramForUpdate(tx, ctx.organization.id, id)) ?? unknownReferralProgram(param);

export const listReferralPrograms = (ctx: Ctx, query: ListReferralPrograms): Promise<KeysetPage<ReferralProgramRow>> =>
  listReferralProgramRows(ctx.organization.id, query);

function unknownReferralProgram(param: string): never {
  throw new DomainError('not_found', 'There is no such referral program in your organization.', { param });
}

/** What decides whether friends can be brought, of the campaign too. */
export async function opennessOf(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  row: ReferralProgramRow,
): Promise<Openness & { readonly id: string; readonly withinDays: number | null }> {
  const stored = row.campaign_id === null ? null : await findReferralCampaign(tx, organizationId, row.campaign_id);
  return {
    id: row.id,
    status: row.status,
    activeFrom: row.active_from,
    activeTo: row.active_to,
    withinDays: row.within_days,
    campaign: stored && compileCampaign({ id: stored.id, name: stored.name, terms: stored.terms, createdAt: stored.created_at }),
  };
}

/** @throws DomainError not_found (program, campaign), program_archived, key_exists, validation_error. */
export async function createReferralProgram(ctx: Ctx, tx: Tx, command: CreateReferralProgram): Promise<ReferralProgramRow> {
  assertProgramMayChange((await getProgramForUpdate(ctx, tx, command.program_id, 'program_id')).status, 'program_id');
  const now = ctx.clock.now();
  const row: ReferralProgramRow = {
    id: newId(),
    program_id: command.program_id,
    campaign_id: command.campaign_id ?? null,
    key: command.key,
    name: command.name,
    status: command.status,
    active_from: timeOf(command.active_from),
    active_to: timeOf(command.active_to),
    code_prefix: normalizedCode(command.code_prefix ?? ''),
    event_types: [...new Set(command.qualifies?.event_types)],
    condition: command.qualifies?.condition ?? null,
    within_days: command.qualifies?.within_days ?? null,
    max_per_referrer: command.max_per_referrer ?? null,
    steps: command.steps ?? [],
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await assertCampaignKnown(ctx, tx, row);
  assertReferralProgramSound(row);
  await insertReferralProgram(tx, ctx.organization.id, row);
  return row;
}

/** Holds for everything from now on; friends who were brought keep their deadline. @throws DomainError not_found, invalid_status, validation_error. */
export async function updateReferralProgram(ctx: Ctx, { id, ...change }: UpdateReferralProgram): Promise<ReferralProgramRow> {
  const { program_id } = await getReferralProgram(ctx, id);
  return withTransaction(async (tx) => {
    await getProgramForUpdate(ctx, tx, program_id);
    const row = await getReferralProgramForUpdate(ctx, tx, id);
    const changed = changedReferralProgram(row, change, ctx.clock.now());
    if (changed !== row) await updateReferralProgramRow(tx, ctx.organization.id, changed);
    return changed;
  });
}

/** Nobody can be brought any more, and nobody qualifies. @throws DomainError not_found. */
export async function archiveReferralProgram(ctx: Ctx, id: string): Promise<void> {
  await updateReferralProgram(ctx, { id, status: 'ARCHIVED' });
}

/** The very same row where an archived one is asked to stay so. @throws DomainError invalid_status, validation_error. */
export function changedReferralProgram(row: ReferralProgramRow, change: Omit<UpdateReferralProgram, 'id'>, now: Date): ReferralProgramRow {
  if (row.status === 'ARCHIVED') {
    if (changesNothingArchived(change)) return row;
    throw new DomainError('invalid_status', 'The referral program is archived and cannot be changed.', { param: 'id' });
  }
  const { qualifies, active_from, active_to, code_prefix } = change;
  const status = change.status ?? row.status;
  assertReferralProgramMove(row.status, status);
  const changed: ReferralProgramRow = {
    ...row,
    status,
    name: change.name ?? row.name,
    active_from: active_from === undefined ? row.active_from : timeOf(active_from),
    active_to: active_to === undefined ? row.active_to : timeOf(active_to),
    code_prefix: code_prefix === undefined ? row.code_prefix : normalizedCode(code_prefix),
    event_types: qualifies?.event_types ? [...new Set(qualifies.event_types)] : row.event_types,
    condition: qualifies?.condition === undefined ? row.condition : qualifies.condition,
    within_days: qualifies?.within_days === undefined ? row.within_days : qualifies.within_days,
    max_per_referrer: change.max_per_referrer === undefined ? row.max_per_referrer : change.max_per_referrer,
    steps: change.steps ?? row.steps,
    updated_at: now,
    deleted_at: status === 'ARCHIVED' ? now : null,
  };
  assertReferralProgramSound(changed);
  return changed;
}
