/**
 * Posts approved corrections, a batch of lines per transaction: entries and the outcome of each line
 * commit together, so that a crash neither leaves a line out nor posts it twice.
 */
import { present } from '@/domain/assert';
import { postLines, type CorrectionTerms, type LineOutcome, type PlannedLine } from '@/domain/corrections/post';
import { combine } from '@/domain/decision';
import { DomainError, type ErrorCode } from '@/domain/errors';
import type { AssetTerms } from '@/domain/ledger/accounts';
import { catchUp } from '@/domain/ledger/catch-up';
import { commitDecision } from '@/server/db/commit';
import { loadAccountsForUpdate, openAccounts, type AccountRef } from '@/server/db/repositories/ledger/accounts';
import {
  claimCorrection,
  openCorrections,
  recordPosting,
  type CorrectionKey,
  type CorrectionRow,
} from '@/server/db/repositories/ledger/corrections';
import { inactiveHolders, pendingLines, recordOutcomes } from '@/server/db/repositories/ledger/correction-lines';
import { loadProgramAssets } from '@/server/db/repositories/ledger/operation-context';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { idsAt } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';

/** Posts up to `limit` lines of each correction that is being posted. */
export async function postCorrections({ clock, limit, signal }: Pick<JobRun, 'clock' | 'limit' | 'signal'>): Promise<JobOutcome> {
  let performed = 0;
  for (const open of await openCorrections(clock.now(), limit)) {
    if (signal.aborted) break;
    performed += await goOnAlone(open, new Date(clock.now().getTime() + open.clock_offset_ms), limit);
  }
  return { performed, more: performed > 0 };
}

/** A failure of one correction is logged and holds up no other. */
async function goOnAlone(key: CorrectionKey, now: Date, limit: number): Promise<number> {
  try {
    return await goOn(key, now, limit);
  } catch (error) {
    log().error({ err: error, correction: key.id }, 'lines of a correction could not be posted');
    return 0;
  }
}

/** @returns the number of steps done: 0 when another worker holds the correction. */
function goOn(key: CorrectionKey, now: Date, limit: number): Promise<number> {
  return withTransaction(async (tx) => {
    const correction = await claimCorrection(tx, key);
    if (!correction) return 0;
    const lines = await pendingLines(tx, key, limit);
    const outcomes = lines.length === 0 ? [] : await post(tx, correction, lines, now);
    if (outcomes.length > 0) await recordOutcomes(tx, key.organization_id, outcomes);
    await recordPosting(tx, key, countsOf(outcomes), lines.length < limit, now);
    return 1;
  });
}

function countsOf(outcomes: readonly LineOutcome[]) {
  const count = (wanted: LineOutcome['status']): number => outcomes.filter(({ status }) => status === wanted).length;
  return { posted: count('POSTED'), skipped: count('SKIPPED'), failed: count('FAILED') };
}

async function post(tx: Tx, row: CorrectionRow, lines: readonly PlannedLine[], now: Date): Promise<LineOutcome[]> {
  const correction = termsOf(row);
  const { organizationId, programId } = correction;
  const assets = await assetsOf(tx, correction, lines);
  const known = new Map([...assets].flatMap(([id, asset]): [string, AssetTerms][] => (typeof asset === 'string' ? [] : [[id, asset]])));
  const inactive = await inactiveHolders(tx, organizationId, [...new Set(lines.map(({ holder }) => holder.id))]);
  const moved = lines.filter(({ holder, assetId }) => !inactive.has(holder.id) && known.has(assetId));
  const refs = accountsOf(programId, moved, known);
  await openAccounts(tx, organizationId, refs);
  const accounts = await loadAccountsForUpdate(tx, organizationId, refs);
  const due = catchUp(accounts, known, { organizationId, now, newId: idsAt(now) });
  const { decision, outcomes } = postLines(correction, lines, { now, newId: idsAt(now), accounts, assets, inactive });
  await commitDecision(tx, { organizationId, now }, combine([due, decision]));
  return outcomes;
}

const termsOf = (row: CorrectionRow): CorrectionTerms => ({
  id: row.id,
  organizationId: row.organization_id,
  programId: row.program_id,
  description: row.description,
  shortfallPolicy: row.shortfall_policy,
  expiresIn: row.expires_in,
});

/** Each asset of the lines, or the error code of why the program cannot move it. */
async function assetsOf(
  tx: Tx,
  { organizationId, programId }: CorrectionTerms,
  lines: readonly PlannedLine[],
): Promise<Map<string, AssetTerms | ErrorCode>> {
  const wanted = [...new Set(lines.map(({ assetId }) => assetId))].map((assetId) => ({ programId, assetId }));
  const found = await loadProgramAssets(tx, organizationId, wanted);
  return new Map(
    wanted.map(({ assetId }, index) => {
      const terms = present(found[index], 'each asset has its terms or a refusal, in order');
      return [assetId, terms instanceof DomainError ? terms.code : terms];
    }),
  );
}

function accountsOf(programId: string, lines: readonly PlannedLine[], assets: ReadonlyMap<string, AssetTerms>): AccountRef[] {
  const own = lines.map(({ holder, assetId }): AccountRef => ({ ...holder, programId, assetId }));
  const prefunded = [...assets.values()].filter(({ issuancePolicy }) => issuancePolicy === 'PREFUNDED');
  return [...own, ...prefunded.map(({ id }): AccountRef => ({ type: 'PROGRAM_WALLET', id: programId, programId, assetId: id }))];
}
