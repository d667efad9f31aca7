/** Creates a setting of notices; what stands already is looked for moments later, in the background. */
import type { CreateNoticeSetting } from '@/contract/notice-setting';
import { firstChecks, assertAudienceSound } from '@/domain/notices/setting';
import { assertProgramMayChange } from '@/domain/programs';
import { insertNoticeSetting, type NamedNoticeSettingRow } from '@/server/db/repositories/notices/notice-settings';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { knownTerms } from './known-terms';

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
