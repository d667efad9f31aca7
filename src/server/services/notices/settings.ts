/**
 * Creates, reads, changes, pauses, resumes and archives settings of notices. What stands already when one is made is looked for moments later, in the
 * background.
 */
import type { CreateNoticeSetting, ListNoticeSettings, UpdateNoticeSetting } from '@/contract/notice-setting';
import { dateAfter, dateAt } from '@/domain/calendar/days';
import { DomainError } from '@/domain/errors';
import { parseAmount } from '@/domain/money';
import type { NoticeTerms } from '@/domain/notices/kinds';
import { applyNoticeSettingChange, assertAudienceSound, firstChecks } from '@/domain/notices/setting';
import { assertProgramMayChange } from '@/domain/programs';
import type { KeysetPage } from '@/server/db/keyset';
import { loadProgramChallenges } from '@/server/db/repositories/challenges/challenges';
import { emptyQueue } from '@/server/db/repositories/notices/notice-queue';
import {
  findNoticeSetting,
  findNoticeSettingForUpdate,
  insertNoticeSetting,
  listNoticeSettingRows,
  updateNoticeSettingRow,
  type NamedNoticeSettingRow,
  type NoticeSettingRow,
} from '@/server/db/repositories/notices/notice-settings';
import { effectOfNotices, sentByDay, type NoticeEffect } from '@/server/db/repositories/notices/notices';
import { findAsset, loadProgramAssets } from '@/server/db/repositories/programs/assets';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { naming } from '@/server/services/naming';
import { getProgram, getProgramForUpdate } from '@/server/services/programs/programs';
import { getTier } from '@/server/services/tiers/tiers';

const DAYS_SHOWN = 30;
const DAY_MS = 86_400_000;
/** How long it is waited for what follows a notice. */
const FOLLOWED_WITHIN_MS = 14 * DAY_MS;
const MOST_JUDGED = 500;

/** @throws DomainError not_found (program, tier), program_archived, asset_not_found, asset_not_linked, invalid_amount, key_exists, validation_error. */
export async function createNoticeSetting(ctx: Ctx, tx: Tx, command: CreateNoticeSetting): Promise<NamedNoticeSettingRow> {
  assertProgramMayChange((await getProgramForUpdate(ctx, tx, command.program_id, 'program_id')).status, 'program_id');
  const now = ctx.clock.now();
  const audience = command.audience ?? null;
  assertAudienceSound(audience);
  const asset = await knownTerms(ctx, tx, command.program_id, command.terms);
  const { kind } = command.terms;
  const paused = command.status === 'PAUSED';
  const row = {
    id: newId(),
    program_id: command.program_id,
    key: command.key,
    name: command.name,
    kind,
    status: command.status,
    terms: command.terms,
    audience,
    quiet_hours: command.quiet_hours ?? null,
    ...(paused ? { checked_until: null, check_at: null, due_at: null } : firstChecks(kind, now)),
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await insertNoticeSetting(tx, ctx.organization.id, row);
  tx.afterCommit(() => wake('send-notices'));
  return { ...row, asset };
}

/** @throws DomainError not_found. */
export const getNoticeSetting = async (ctx: Ctx, id: string): Promise<NamedNoticeSettingRow> =>
  (await findNoticeSetting(ctx.organization.id, id)) ?? unknownSetting();

/** Locked until the transaction ends. @throws DomainError not_found. */
export const getNoticeSettingForUpdate = async (ctx: Ctx, tx: Tx, id: string): Promise<NoticeSettingRow> =>
  (await findNoticeSettingForUpdate(tx, ctx.organization.id, id)) ?? unknownSetting();

export const listNoticeSettings = (ctx: Ctx, query: ListNoticeSettings): Promise<KeysetPage<NamedNoticeSettingRow>> =>
  listNoticeSettingRows(ctx.organization.id, query);

export interface NoticeSettingOutcome extends NoticeEffect {
  readonly days: readonly { readonly day: string; readonly sent: number }[];
}

/** @throws DomainError not_found. */
export async function getNoticeSettingEffect(ctx: Ctx, id: string): Promise<NoticeSettingOutcome> {
  const { program_id } = await getNoticeSetting(ctx, id);
  const now = ctx.clock.now();
  const { timezone } = await getProgram(ctx, program_id);
  const dates = Array.from({ length: DAYS_SHOWN }, (_, index) => dateAfter(dateAt(now, timezone), index + 1 - DAYS_SHOWN));
  const [days, effect] = await Promise.all([
    sentByDay(ctx.organization.id, id, dates[0] ?? ''),
    effectOfNotices(ctx.organization.id, id, { before: new Date(now.getTime() - FOLLOWED_WITHIN_MS), most: MOST_JUDGED }),
  ]);
  const sentOn = new Map(days.map(({ day, sent }) => [day, sent]));
  return { ...effect, days: dates.map((day) => ({ day, sent: sentOn.get(day) ?? 0 })) };
}

function unknownSetting(): never {
  throw new DomainError('not_found', 'There is no such setting of notices in your organization.', { param: 'id' });
}

/** @throws DomainError not_found (setting, tier), invalid_status, invalid_parameter, validation_error, asset_not_found, asset_not_linked, invalid_amount. */
export async function updateNoticeSetting(ctx: Ctx, { id, ...change }: UpdateNoticeSetting): Promise<NamedNoticeSettingRow> {
  await withTransaction(async (tx) => {
    const setting = await getNoticeSettingForUpdate(ctx, tx, id);
    const changed = applyNoticeSettingChange(setting, change, ctx.clock.now());
    if (changed !== setting) await writeNoticeSetting(ctx, tx, setting, changed);
  });
  return getNoticeSetting(ctx, id);
}

/** @param before locked. @throws DomainError not_found (tier, challenge), asset_not_found, asset_not_linked, invalid_amount. */
export async function writeNoticeSetting(ctx: Ctx, tx: Tx, before: NoticeSettingRow, after: NoticeSettingRow): Promise<void> {
  if (after.terms !== before.terms) await knownTerms(ctx, tx, after.program_id, after.terms);
  // What waits was found by what no longer holds; what still stands is found again.
  if (after.status !== 'ACTIVE' || after.terms !== before.terms) await emptyQueue(tx, ctx.organization.id, after.id);
  await updateNoticeSettingRow(tx, ctx.organization.id, after);
  tx.afterCommit(() => wake('send-notices'));
}

/** Archives a setting: it sends nothing any more. @throws DomainError not_found. */
export async function archiveNoticeSetting(ctx: Ctx, id: string): Promise<void> {
  await updateNoticeSetting(ctx, { id, status: 'ARCHIVED' });
}

/**
 * @returns the symbol of the asset that they name; null for none.
 * @throws DomainError asset_not_found, asset_not_linked, invalid_amount, not_found (tier, challenge).
 */
export async function knownTerms(ctx: Ctx, tx: Pick<Tx, 'query'>, programId: string, terms: NoticeTerms): Promise<string | null> {
  if (terms.kind === 'VALUE_EXPIRES')
    return terms.asset_id === null ? null : knownAsset(ctx, tx, programId, terms.asset_id, terms.min_amount);
  if (terms.kind === 'CHALLENGE_ENDS') {
    const known =
      terms.challenge === null ||
      (await loadProgramChallenges(tx, ctx.organization.id, programId)).some(({ key }) => key === terms.challenge);
    if (!known) throw new DomainError('not_found', 'The program has no challenge with this key.', { param: 'terms.challenge' });
  }
  const tier = terms.kind === 'TIER_AT_RISK' || terms.kind === 'TIER_NEARLY_REACHED' ? terms.tier : null;
  if (tier !== null) await naming({ key: 'terms.tier' }, () => getTier(ctx, { id: programId, key: tier }, tx));
  return null;
}

async function knownAsset(ctx: Ctx, tx: Pick<Tx, 'query'>, programId: string, id: string, least: string | null): Promise<string> {
  const asset = (await loadProgramAssets(tx, ctx.organization.id, programId)).find((linked) => linked.id === id);
  if (!asset) {
    if (await findAsset(ctx.organization.id, id))
      throw new DomainError('asset_not_linked', 'The asset is not linked to the program; link it first.', { param: 'terms.asset_id' });
    throw new DomainError('asset_not_found', 'There is no such asset in your organization.', { param: 'terms.asset_id' });
  }
  if (least !== null) parseAmount(least, asset.scale, 'terms.min_amount');
  return asset.symbol;
}
