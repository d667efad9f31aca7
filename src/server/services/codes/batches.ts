/**
 * Creates, reads, changes, pauses and archives batches of codes: a shared code exists at once, unique ones are made by a job, and those of others come
 * once they are sent.
 */
import type { CreateCodeBatch, ListCodeBatches, UpdateCodeBatch } from '@/contract/code-batch';
import { changesNothingArchived } from '@/domain/archiving';
import { assertBatchMove, assertBatchSound, assertTakesFirstCodes } from '@/domain/codes/batch';
import { CODE_LENGTH } from '@/domain/codes/generate';
import { normalizedCode } from '@/domain/codes/text';
import { DomainError } from '@/domain/errors';
import { assertProgramMayChange } from '@/domain/programs';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findCodeBatch,
  findCodeBatchForUpdate,
  insertCodeBatch,
  listCodeBatchRows,
  updateCodeBatchRow,
  type CodeBatchRow,
} from '@/server/db/repositories/codes/code-batches';
import { insertCodes } from '@/server/db/repositories/codes/generation';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { assertCampaignKnown } from '@/server/services/campaigns/campaigns';
import { getProgramForUpdate } from '@/server/services/programs/programs';
import { timeOf } from '@/server/services/rewards/rewards';

/** @throws DomainError not_found (program, campaign), program_archived, key_exists (key, code), invalid_request, validation_error. */
export async function createCodeBatch(ctx: Ctx, tx: Tx, command: CreateCodeBatch): Promise<CodeBatchRow> {
  assertFitsKind(command);
  const row = newBatch(command, ctx.clock.now());
  await insertSound(ctx, tx, row);
  if (command.code !== undefined) await insertShared(tx, ctx.organization.id, row, normalizedCode(command.code), row.created_at);
  if (row.status === 'GENERATING') tx.afterCommit(() => wake('generate-codes'));
  return row;
}

/** What a batch is made of that has no codes yet. */
type EmptyBatch = Omit<CreateCodeBatch, 'code' | 'count' | 'campaign_id'>;

/** @throws DomainError invalid_request. */
export function emptyBatch(command: EmptyBatch, campaign_id: string | null, now: Date): CodeBatchRow {
  assertNothingStrange(command);
  return { ...newBatch(command, now), campaign_id, status: command.status, wanted: 0, made: 0 };
}

/** @throws DomainError as of `createCodeBatch`. */
export async function createEmptyBatch(ctx: Ctx, tx: Tx, command: EmptyBatch, campaignId: string | null): Promise<CodeBatchRow> {
  const row = emptyBatch(command, campaignId, ctx.clock.now());
  await insertSound(ctx, tx, row);
  return row;
}

async function insertSound(ctx: Ctx, tx: Tx, row: CodeBatchRow): Promise<void> {
  assertProgramMayChange((await getProgramForUpdate(ctx, tx, row.program_id, 'program_id')).status, 'program_id');
  await assertCampaignKnown(ctx, tx, row);
  assertBatchSound(row);
  await insertCodeBatch(tx, ctx.organization.id, row);
}

function newBatch(command: CreateCodeBatch, now: Date): CodeBatchRow {
  const { kind } = command;
  const isMade = kind === 'UNIQUE';
  const wanted = isMade ? (command.count ?? 0) : kind === 'SHARED' ? 1 : 0;
  return {
    id: newId(),
    program_id: command.program_id,
    campaign_id: command.campaign_id ?? null,
    key: command.key,
    name: command.name,
    kind,
    status: isMade ? 'GENERATING' : command.status,
    prefix: normalizedCode(command.prefix ?? ''),
    length: isMade ? (command.length ?? CODE_LENGTH.usual) : null,
    wanted,
    made: kind === 'SHARED' ? 1 : 0,
    max_total: command.max_total ?? null,
    max_per_participant: command.max_per_participant ?? null,
    max_per_code: command.max_per_code === undefined ? (kind === 'SHARED' ? null : 1) : command.max_per_code,
    active_from: timeOf(command.active_from),
    active_to: timeOf(command.active_to),
    condition: command.condition ?? null,
    exclusive_group: command.exclusive_group ?? null,
    priority: command.priority ?? 0,
    redeemed_count: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
}

const NEEDED = { SHARED: 'code', UNIQUE: 'count', IMPORTED: null } as const;
const OF_KIND = ['code', 'count', 'prefix', 'length'] as const;
const ALLOWED = { SHARED: ['code'], UNIQUE: ['count', 'prefix', 'length'], IMPORTED: [] } as const;

/** @throws DomainError invalid_request. */
function assertFitsKind(command: CreateCodeBatch): void {
  const { kind } = command;
  const needed = NEEDED[kind];
  if (needed !== null && command[needed] === undefined)
    throw new DomainError('invalid_request', `A batch of the kind ${kind} needs \`${needed}\`.`, { param: needed });
  assertNothingStrange(command);
  if (kind === 'UNIQUE' && command.status === 'PAUSED')
    throw new DomainError('invalid_request', 'Unique codes are made first; pause the batch once they are.', { param: 'status' });
}

/** @throws DomainError invalid_request. */
function assertNothingStrange(command: CreateCodeBatch): void {
  const allowed: readonly string[] = ALLOWED[command.kind];
  const strange = OF_KIND.find((name) => command[name] !== undefined && !allowed.includes(name));
  if (strange)
    throw new DomainError('invalid_request', `A batch of the kind ${command.kind} has no \`${strange}\`; leave it out.`, {
      param: strange,
    });
}

/** @throws DomainError key_exists (code). */
async function insertShared(tx: Tx, organizationId: string, row: CodeBatchRow, code: string, now: Date): Promise<void> {
  const stored = await insertCodes(tx, organizationId, row, [code], now);
  if (stored.length === 0)
    throw new DomainError('key_exists', `The program already has the code ${code}; choose another.`, { param: 'code' });
}

/** @throws DomainError not_found. @param param the field that names the batch. */
export const getCodeBatch = async (ctx: Ctx, id: string, param = 'id'): Promise<CodeBatchRow> =>
  (await findCodeBatch(ctx.organization.id, id)) ?? unknownBatch(param);

/** Locked until the transaction ends. @throws DomainError not_found. */
export const getCodeBatchForUpdate = async (ctx: Ctx, tx: Tx, id: string): Promise<CodeBatchRow> =>
  (await findCodeBatchForUpdate(tx, ctx.organization.id, id)) ?? unknownBatch('id');

export const listCodeBatches = (ctx: Ctx, query: ListCodeBatches): Promise<KeysetPage<CodeBatchRow>> =>
  listCodeBatchRows(ctx.organization.id, query);

function unknownBatch(param: string): never {
  throw new DomainError('not_found', 'There is no such batch of codes in your organization.', { param });
}

/** @throws DomainError not_found, invalid_status, invalid_request, key_exists (code), validation_error. */
export function updateCodeBatch(ctx: Ctx, { id, code, count, ...change }: UpdateCodeBatch): Promise<CodeBatchRow> {
  return withTransaction(async (tx) => {
    const row = await getCodeBatchForUpdate(ctx, tx, id);
    const changed = withFirstCodes(changedCodeBatch(row, change, ctx.clock.now()), { code, count });
    if (changed === row) return row;
    await updateCodeBatchRow(tx, ctx.organization.id, changed);
    if (code !== undefined) await insertShared(tx, ctx.organization.id, changed, normalizedCode(code), changed.updated_at);
    if (count !== undefined) tx.afterCommit(() => wake('generate-codes'));
    return changed;
  });
}

/** The batch once it has its first codes, or has to make them. @throws DomainError invalid_request, invalid_status, validation_error. */
function withFirstCodes(batch: CodeBatchRow, { code, count }: Pick<UpdateCodeBatch, 'code' | 'count'>): CodeBatchRow {
  if (code === undefined && count === undefined) return batch;
  assertTakesFirstCodes(batch, { code, count });
  if (count === undefined) return { ...batch, wanted: 1, made: 1 };
  const changed: CodeBatchRow = { ...batch, status: 'GENERATING', wanted: count };
  assertBatchSound(changed);
  return changed;
}

/** Archives a batch: its codes can no longer be used. @throws DomainError not_found. */
export async function archiveCodeBatch(ctx: Ctx, id: string): Promise<void> {
  await updateCodeBatch(ctx, { id, status: 'ARCHIVED' });
}

/** The very same row where an archived one is asked to stay so. @throws DomainError invalid_status, validation_error. */
export function changedCodeBatch(row: CodeBatchRow, change: Omit<UpdateCodeBatch, 'id' | 'code' | 'count'>, now: Date): CodeBatchRow {
  if (row.status === 'ARCHIVED') {
    if (changesNothingArchived(change)) return row;
    throw new DomainError('invalid_status', 'The batch is archived and cannot be changed.', { param: 'id' });
  }
  const { active_from, active_to, ...fields } = change;
  if (change.status) assertBatchMove(row.status, change.status);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const changed: CodeBatchRow = {
    ...row,
    ...given,
    ...(active_from === undefined ? {} : { active_from: timeOf(active_from) }),
    ...(active_to === undefined ? {} : { active_to: timeOf(active_to) }),
    updated_at: now,
    deleted_at: change.status === 'ARCHIVED' ? now : null,
  };
  assertBatchSound(changed);
  return changed;
}
