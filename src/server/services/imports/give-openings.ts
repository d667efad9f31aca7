/** Credits opening balances through the ledger: one journal entry each, from the wallet or from issuance. */
import { only, present } from '@/domain/assert';
import { combine, type Decision } from '@/domain/decision';
import type { Opening } from '@/domain/imports/row';
import { accountKey } from '@/domain/ledger/accounts';
import { advanceAll } from '@/domain/ledger/advance';
import { catchUp } from '@/domain/ledger/catch-up';
import { credit } from '@/domain/ledger/credit';
import { importReference } from '@/domain/ledger/references';
import { loadAccountsForUpdate, openAccounts, type AccountRef } from '@/server/db/repositories/ledger/accounts';
import type { NewOpening } from '@/server/db/repositories/ledger/opening-balances';
import type { Tx } from '@/server/db/transaction';
import { idsAt } from '@/server/platform/ids';
import type { BatchScope } from './apply-batch';

export interface ToGive extends Opening {
  readonly participantId: string;
}

const DESCRIPTION = 'Opening balance';

/** @throws DomainError insufficient_funds when a wallet holds too little. */
export async function giveOpenings(
  tx: Tx,
  scope: BatchScope,
  openings: readonly ToGive[],
): Promise<{ decision: Decision; given: NewOpening[] }> {
  const { organizationId, programId, now } = scope;
  if (openings.length === 0) return { decision: combine([]), given: [] };
  const assets = new Map(openings.map(({ asset }) => [asset.id, asset]));
  const refs = openings.map(({ participantId, asset }): AccountRef => ({
    type: 'PARTICIPANT',
    id: participantId,
    programId,
    assetId: asset.id,
  }));
  const wallets = [...assets.values()]
    .filter(({ issuancePolicy }) => issuancePolicy === 'PREFUNDED')
    .map(({ id }): AccountRef => ({ type: 'PROGRAM_WALLET', id: programId, programId, assetId: id }));
  await openAccounts(tx, organizationId, [...refs, ...wallets]);
  const accounts = await loadAccountsForUpdate(tx, organizationId, [...refs, ...wallets]);
  const due = catchUp(accounts, assets, { organizationId, now, newId: idsAt(now) });
  const credited = openings.map(({ participantId, asset, amount, bucket, terms }): { decision: Decision; given: NewOpening } => {
    const [key, walletKey] = [accountKey(participantId, programId, asset.id), accountKey(programId, programId, asset.id)];
    const decision = credit(
      { organizationId, programId, asset, now, newId: idsAt(now) },
      present(accounts.get(key), 'the account of every opening was loaded'),
      accounts.get(walletKey) ?? null,
      {
        holder: { type: 'PARTICIPANT', id: participantId },
        description: DESCRIPTION,
        referenceId: importReference(scope.importId),
        cause: null,
        bucket,
        amount,
        terms,
      },
    );
    for (const [touched, account] of advanceAll(accounts, decision, now)) accounts.set(touched, account);
    return { decision, given: { participantId, assetId: asset.id, entryId: only(decision.entries).id, amount, terms } };
  });
  return { decision: combine([due, ...credited.map(({ decision }) => decision)]), given: credited.map(({ given }) => given) };
}
