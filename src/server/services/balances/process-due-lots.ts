/** Matures and expires lots that are due, one account per transaction. */
import { catchUp } from '@/domain/ledger/catch-up';
import { commitDecision } from '@/server/db/commit';
import { loadAccountsForUpdate } from '@/server/db/repositories/ledger/accounts';
import { accountsWithDueLots, type DueAccount } from '@/server/db/repositories/ledger/lots';
import { findAssetTerms } from '@/server/db/repositories/ledger/operation-context';
import { withTransaction } from '@/server/db/transaction';
import { idsAt } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';

export async function processDueLots({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const due = await accountsWithDueLots(organization?.now ?? clock.now(), organization?.id ?? null, limit);
  let performed = 0;
  for (const account of due) {
    if (signal.aborted) break;
    const now = organization?.now ?? new Date(clock.now().getTime() + account.clock_offset_ms);
    performed += await bringAccountUpToDate(account, now);
  }
  return { performed, more: due.length === limit };
}

/** @returns how many journal entries were posted. */
function bringAccountUpToDate({ organization_id, program_id, asset_id, account_type, account_id }: DueAccount, now: Date): Promise<number> {
  return withTransaction(async (tx) => {
    const asset = await findAssetTerms(tx, organization_id, asset_id);
    const accounts = await loadAccountsForUpdate(tx, organization_id, [
      { type: account_type, id: account_id, programId: program_id, assetId: asset_id },
    ]);
    const decision = catchUp(accounts, new Map([[asset_id, asset]]), { organizationId: organization_id, now, newId: idsAt(now) });
    await commitDecision(tx, { organizationId: organization_id, now }, decision);
    return decision.entries.length;
  });
}
