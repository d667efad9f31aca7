/** Funds and burns program wallets: a PREFUNDED asset can be issued only as far as its wallet reaches. */
import { NOTHING, type Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { formatAmount, type Amount } from '@/domain/money';
import { webhook } from '@/domain/webhooks/events';
import type { AccountState, AssetTerms } from './accounts';
import { moveBetween } from './entry';
import { assertMovable, assertWalletCovers, type LedgerContext } from './command';

interface WalletCommand {
  readonly amount: Amount;
  readonly description: string;
}

/** Adds value to a wallet; no per-transaction ceiling applies. @throws DomainError invalid_issuance_policy unless PREFUNDED. */
export function fundWallet(context: LedgerContext, command: WalletCommand): Decision {
  return moveWallet(context, 'FUND', command);
}

/** Removes value from a wallet. @throws DomainError insufficient_funds beyond what it holds. */
export function burnWallet(context: LedgerContext, wallet: AccountState, command: WalletCommand): Decision {
  assertHasWallet(context.asset);
  assertWalletCovers(context, wallet, command.amount);
  return moveWallet(context, 'BURN', command);
}

function moveWallet(context: LedgerContext, type: 'FUND' | 'BURN', command: WalletCommand): Decision {
  const { asset, programId } = context;
  assertHasWallet(asset);
  assertMovable(asset, command.amount);
  const wallet = { type: 'PROGRAM_WALLET', id: programId, bucket: 'AVAILABLE' } as const;
  const issuance = { type: 'SYSTEM_ISSUANCE', id: programId, bucket: null } as const;
  const entry = moveBetween(
    { id: context.newId(), programId, type, description: command.description, referenceId: null, cause: null },
    { assetId: asset.id, from: type === 'FUND' ? issuance : wallet, to: type === 'FUND' ? wallet : issuance, amount: command.amount },
  );
  const data = {
    journal_entry_id: entry.id,
    organization_id: context.organizationId,
    program_id: programId,
    asset_id: asset.id,
    amount: formatAmount(command.amount, asset.scale),
  };
  return { ...NOTHING, entries: [entry], webhooks: [webhook(type === 'FUND' ? 'program.funded' : 'program.burned', data)] };
}

function assertHasWallet(asset: AssetTerms): void {
  if (asset.issuancePolicy === 'PREFUNDED') return;
  throw new DomainError(
    'invalid_issuance_policy',
    `The asset ${asset.symbol} is issued without limit and has no wallet; only PREFUNDED assets can be funded or burned.`,
    { param: 'asset_id' },
  );
}
