/** Creates a batch of codes: a shared code at once, unique ones by a job, and those of others once they are sent. */
import type { CreateCodeBatch } from '@/contract/code-batch';
import { assertBatchSound } from '@/domain/codes/batch';
import { CODE_LENGTH } from '@/domain/codes/generate';
import { normalizedCode } from '@/domain/codes/text';
import { DomainError } from '@/domain/errors';
import { assertProgramMayChange } from '@/domain/programs';
import { insertCodeBatch, type CodeBatchRow } from '@/server/db/repositories/codes/code-batches';
import { insertCodes } from '@/server/db/repositories/codes/generation';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { assertCampaignKnown } from '@/server/services/campaigns/get-campaign';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { timeOf } from '@/server/services/rewards/create-reward';

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
export async function insertShared(tx: Tx, organizationId: string, row: CodeBatchRow, code: string, now: Date): Promise<void> {
  const stored = await insertCodes(tx, organizationId, row, [code], now);
  if (stored.length === 0)
    throw new DomainError('key_exists', `The program already has the code ${code}; choose another.`, { param: 'code' });
}
