/** Receives a file of participants, once per idempotency key: validates and stages it as it streams in; a job then applies it. */
import type { ImportParticipants } from '@/contract/import';
import { REPLAY_KEPT_HOURS } from '@/contract/primitives';
import { DomainError } from '@/domain/errors';
import type { Clock, Ctx } from '@/server/platform/context';
import { actingAsService } from '@/server/db/audit-scope';
import { loadProgramAdmissions } from '@/server/db/repositories/events/enrollment';
import { discardImport, insertImport, openImport } from '@/server/db/repositories/people/imports';
import { assertProgramMovesValue } from '@/server/db/repositories/ledger/operation-context';
import { refreshStatistics } from '@/server/db/repositories/operations/statistics';
import { loadLinkedAssets } from '@/server/db/repositories/rules/program-terms';
import { withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { idempotent } from '@/server/services/idempotent';
import { stateOrigin } from '@/server/services/state/change-state';
import { wake } from '@/server/platform/wake';
import { leaseEnd, runLeased } from './run-imports';
import { stageFile, type StagedFile } from './stage-file';

const KEPT_MS = REPLAY_KEPT_HOURS * 3_600_000;
const RECEIVING_MS = 3_600_000;
/** A file with at most this many rows is applied before the answer, a larger one after it. */
const DONE_AT_ONCE = 500;

interface ReceivedImport {
  readonly id: string;
  readonly replayed: boolean;
}

/**
 * @param real real time, by which leases expire.
 * @throws DomainError not_found (program), program_suspended, program_archived, invalid_csv, idempotency conflicts,
 *   and any error of the upload.
 */
export async function importParticipants(
  ctx: Ctx,
  command: ImportParticipants,
  file: AsyncIterable<Uint8Array>,
  real: Clock,
): Promise<ReceivedImport> {
  const { program_id: programId, dry_run, on_error, file_name } = command;
  const { id: organizationId } = ctx.organization;
  const assets = await assetsOf(ctx, programId);
  const [id, now] = [newId(), ctx.clock.now()];
  const key = { id, organizationId };
  const made = { id, programId, dryRun: dry_run, onError: on_error, fileName: file_name ?? null, origin: stateOrigin(ctx.actor), now };
  await insertImport(organizationId, { ...made, requestId: ctx.requestId }, new Date(real.now().getTime() + RECEIVING_MS));
  try {
    const staged = await stageFile(key, file, assets, now);
    const outcome = await open(ctx, command, id, staged, real);
    if (outcome.replayed) await discardImport(key);
    return outcome;
  } catch (error) {
    await discardImport(key);
    throw error;
  }
}

/** The program's assets, by symbol. */
async function assetsOf(ctx: Ctx, programId: string) {
  const { id } = ctx.organization;
  const { program, assets } = await withTransaction(async (tx) => ({
    program: (await loadProgramAdmissions(tx, id, [programId])).get(programId),
    assets: await loadLinkedAssets(tx, id, programId),
  }));
  if (!program) throw new DomainError('not_found', 'There is no such program in your organization.', { param: 'program_id' });
  assertProgramMovesValue(program.status);
  return new Map(assets.map((asset) => [asset.symbol, asset]));
}

async function open(ctx: Ctx, command: ImportParticipants, id: string, staged: StagedFile, real: Clock): Promise<ReceivedImport> {
  const token = staged.rows <= DONE_AT_ONCE ? newId() : null;
  if (token === null) await refreshStatistics(['import_rows']);
  const lease = token === null ? null : { token, until: leaseEnd(real) };
  const fields = { program_id: command.program_id, dry_run: command.dry_run, on_error: command.on_error, file: staged.hash };
  const request = {
    operation: 'imports.participants',
    scopeId: ctx.organization.id,
    key: ctx.idempotencyKey,
    status: 201,
    keepForMs: KEPT_MS,
  };
  const { body, replayed } = await idempotent(ctx, { ...request, fields }, async (tx) => {
    await openImport(tx, { id, organizationId: ctx.organization.id }, staged, lease, ctx.clock.now());
    return { id };
  });
  if (!replayed && token !== null) await actingAsService(() => runLeased({ id, organizationId: ctx.organization.id }, token, real));
  wake('run-imports');
  return { id: body.id, replayed };
}
