/**
 * Advances one import for a time slice, batch by batch. The effects of a batch and the import's progress
 * commit together, so a process that dies loses one batch of work and applies nothing twice.
 */
import { IMPORT_ERRORS_KEPT } from '@/contract/import';
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { amountOf, formatAmount } from '@/domain/money';
import type { Clock } from '@/server/platform/context';
import {
  beginPhase,
  claimImport,
  countFailed,
  endImport,
  findLeased,
  giveUpUploads,
  keepLease,
  recordBatch,
  releaseImport,
  type ClaimedImport,
} from '@/server/db/repositories/people/import-queue';
import { deleteStagedRows, insertFaults, nextRows, takeRepeatedRows, walletNeeds } from '@/server/db/repositories/people/import-rows';
import type { ImportKey, ImportPhase } from '@/server/db/repositories/people/imports';
import { assertProgramMovesValue } from '@/server/db/repositories/ledger/operation-context';
import { loadProgramAdmissions } from '@/server/db/repositories/events/enrollment';
import { loadLinkedAssets } from '@/server/db/repositories/rules/program-terms';
import { refreshGrownStatistics } from '@/server/db/repositories/operations/statistics';
import { withDryRun } from '@/server/db/dry-run';
import { autocommit, withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { applyBatch, type AppliedBatch, type BatchScope } from './apply-batch';

/** Participants per transaction. */
const BATCH = 250;
const SLICE_MS = 5_000;
/** The tables that an import fills, whose planner statistics are refreshed as they grow. */
const FILLED = [
  'import_rows',
  'participants',
  'participant_versions',
  'program_participants',
  'state_tags',
  'state_attributes',
  'state_history',
  'journal_entries',
  'entry_seal_queue',
  'postings',
  'lots',
  'lot_postings',
  'balances',
  'opening_balances',
  'webhook_events',
  'webhook_queue',
];
export const LEASE_MS = 15_000;
const DELETED_AT_ONCE = 20_000;
const MAX_ATTEMPTS = 4;
const GIVEN_UP =
  'The import broke again and again at the same place; what is applied stays. Send the file again later: what it has given is not given twice.';
const ABANDONED = 'The file stopped coming before its end; send it again.';

export async function runImports({ clock, signal }: Pick<JobRun, 'clock' | 'signal'>): Promise<JobOutcome> {
  await giveUpUploads(clock.now(), ABANDONED);
  const token = newId();
  const claimed = await claimImport(clock.now(), token, leaseEnd(clock));
  if (!claimed) {
    const deleted = await deleteStagedRows(DELETED_AT_ONCE);
    return { performed: 0, more: deleted };
  }
  await runClaimed(claimed, token, clock, signal);
  return { performed: 1, more: true };
}

/** Runs an import that was opened under this lease. */
export async function runLeased(key: ImportKey, token: string, clock: Clock): Promise<void> {
  const claimed = await findLeased(key, token);
  if (claimed) await runClaimed(claimed, token, clock, new AbortController().signal);
}

export const leaseEnd = (clock: Clock): Date => new Date(clock.now().getTime() + LEASE_MS);

async function runClaimed(claimed: ClaimedImport, token: string, clock: Clock, signal: AbortSignal): Promise<void> {
  const began = clock.now().getTime();
  const key: ImportKey = { id: claimed.id, organizationId: claimed.organization_id };
  const turn: Turn = { claimed, key, token, clock, now: () => new Date(clock.now().getTime() + claimed.clock_offset_ms) };
  let failed = false;
  try {
    let place: ImportProgress | null = { phase: claimed.phase, reached: claimed.reached };
    while (place && !signal.aborted && clock.now().getTime() - began < SLICE_MS) {
      await refreshGrownStatistics(FILLED);
      const here: ImportProgress = place;
      place = await again(() => goOn(turn, here));
    }
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'retryable_conflict') {
      await endImport(autocommit, key, token, error, turn.now());
      return;
    }
    failed = true;
    log().error({ err: error, import_id: claimed.id, attempts: claimed.attempts }, 'a batch of an import broke');
    if (claimed.attempts + 1 >= MAX_ATTEMPTS) {
      await endImport(autocommit, key, token, { code: 'internal_error', message: GIVEN_UP }, turn.now());
    }
  } finally {
    await releaseImport(key, token, failed);
  }
}

/** Retries a step that conflicted with another change of the same rows. */
async function again(step: () => Promise<ImportProgress | null>): Promise<ImportProgress | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'retryable_conflict' || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

interface Turn {
  readonly claimed: ClaimedImport;
  readonly key: ImportKey;
  readonly token: string;
  readonly clock: Clock;
  /** The current time on the organization's clock. */
  now(): Date;
}

/** How far the import has come. */
interface ImportProgress {
  readonly phase: ImportPhase | null;
  readonly reached: string | null;
}

/** @returns where to continue; null when it has ended, was cancelled, or its lease was lost. */
function goOn(turn: Turn, { phase, reached }: ImportProgress): Promise<ImportProgress | null> {
  if (phase === null) return begin(turn);
  return phase === 'CHECKING' ? check(turn, reached) : applyNext(turn, reached);
}

/** Runs `work` only while this turn still holds the import's lease. */
const held = (turn: Turn, work: (tx: Tx) => Promise<ImportProgress | null>): Promise<ImportProgress | null> =>
  withTransaction(async (tx) => ((await keepLease(tx, turn.key, turn.token, leaseEnd(turn.clock))) ? work(tx) : null));

/** @throws DomainError insufficient_funds when a wallet holds less than the file gives out. */
function begin(turn: Turn): Promise<ImportProgress | null> {
  const { key } = turn;
  const { program_id, dry_run, on_error } = turn.claimed;
  return held(turn, async (tx) => {
    const repeated = await takeRepeatedRows(tx, key);
    const faults = repeated.map(({ line, first }) => ({
      line,
      field: null,
      code: 'validation_error',
      message: `The row repeats line ${first}: one row says everything about a participant and an asset.`,
    }));
    await insertFaults(tx, key, faults, IMPORT_ERRORS_KEPT);
    for (const { symbol, scale, needed, held: there } of await walletNeeds(tx, key, program_id)) {
      const [wanted, funds] = [amountOf(needed), amountOf(there)];
      if (wanted.lessThanOrEqualTo(funds)) continue;
      const show = (amount: typeof wanted): string => `${formatAmount(amount, scale)} ${symbol}`;
      throw new DomainError(
        'insufficient_funds',
        `The file gives out ${show(wanted)} and the wallet of the program holds ${show(funds)}; fund it with ${show(wanted.minus(funds))} more, then import again. Nothing was applied.`,
      );
    }
    const phase = dry_run || on_error === 'STOP' ? 'CHECKING' : 'APPLYING';
    await beginPhase(tx, key, phase, faults.length, turn.now());
    return { phase, reached: null };
  });
}

/** Tries the next batch and rolls it back, keeping only its faults and counts. */
async function check(turn: Turn, reached: string | null): Promise<ImportProgress | null> {
  const { key } = turn;
  const tried = await withDryRun(true, (tx) => applyRows(tx, turn, reached));
  return held(turn, async (tx) => {
    if (tried === null) return afterChecking(tx, turn);
    await insertFaults(tx, key, tried.faults, IMPORT_ERRORS_KEPT);
    await recordBatch(tx, key, tried.counts, turn.now());
    return { phase: 'CHECKING', reached: tried.counts.reached };
  });
}

async function afterChecking(tx: Tx, { claimed: { dry_run }, key, token, now }: Turn): Promise<ImportProgress | null> {
  const failed = await countFailed(tx, key);
  if (dry_run) await endImport(tx, key, token, null, now());
  else if (failed > 0) await endImport(tx, key, token, stopped(failed), now());
  else {
    await beginPhase(tx, key, 'APPLYING', 0, now());
    return { phase: 'APPLYING', reached: null };
  }
  return null;
}

const stopped = (failed: number) => ({
  code: 'validation_error',
  message: `${failed} ${failed === 1 ? 'row has' : 'rows have'} errors and nothing was applied, as \`on_error\` STOP asks. Correct the file and send it again.`,
});

function applyNext(turn: Turn, reached: string | null): Promise<ImportProgress | null> {
  const { key } = turn;
  return held(turn, async (tx) => {
    const applied = await applyRows(tx, turn, reached);
    if (applied === null) {
      await endImport(tx, key, turn.token, null, turn.now());
      return null;
    }
    const [fault] = applied.faults;
    if (fault && turn.claimed.on_error === 'STOP') {
      throw new DomainError(
        'unprocessable',
        `Line ${fault.line} had no error when the file was checked: ${fault.message} Rows applied before it remain.`,
      );
    }
    await insertFaults(tx, key, applied.faults, IMPORT_ERRORS_KEPT);
    await recordBatch(tx, key, applied.counts, turn.now());
    return { phase: 'APPLYING', reached: applied.counts.reached };
  });
}

/** Null when no rows are left. */
async function applyRows(tx: Tx, turn: Turn, reached: string | null): Promise<AppliedBatch | null> {
  const rows = await nextRows(tx, turn.key, reached, BATCH);
  return rows.length === 0 ? null : applyBatch(tx, await scopeOf(tx, turn), rows);
}

/** @throws DomainError program_suspended, program_archived. */
async function scopeOf(tx: Tx, { claimed, now }: Turn): Promise<BatchScope> {
  const { id, organization_id, program_id, origin, request_id } = claimed;
  const programs = await loadProgramAdmissions(tx, organization_id, [program_id]);
  assertProgramMovesValue(present(programs.get(program_id), 'the program of an import is never deleted').status);
  const assets = await loadLinkedAssets(tx, organization_id, program_id);
  return {
    importId: id,
    organizationId: organization_id,
    programId: program_id,
    now: now(),
    origin,
    requestId: request_id,
    assets: new Map(assets.map((asset) => [asset.symbol, asset])),
  };
}
