/** Decides a command on one balance, written as its callers write it: what it refuses, and the journal entry that it makes. */
import type { Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { requestFingerprint } from '@/domain/idempotency';
import { parseAmount } from '@/domain/money';
import { accountKey, type AccountKey, type AccountState, type AssetTerms, type Bucket, type Holder } from './accounts';
import type { LedgerCommand, LedgerContext } from './command';
import { creditBucket, creditOrSettle } from './credit-or-settle';
import { debit, type ShortfallPolicy } from './debit';
import { forfeit } from './forfeit';
import { hold, release } from './hold';
import { assertHolderActive, assertHolderForfeits, type FoundHolder } from './holder';
import { liveHold } from './holds';
import type { LotFilter } from './lots';
import { voidHold } from './settle';
import { namesTerms, type TermsSource } from './terms';

interface Target {
  readonly program_id: string;
  readonly asset_id: string;
  readonly description: string;
  readonly reference_id?: string | undefined;
  /** Not part of what makes two commands the same. */
  readonly idempotency_key?: string | undefined;
}

interface Adjust extends Target, TermsSource {
  readonly operation: 'ADJUST';
  readonly type: 'CREDIT' | 'DEBIT';
  readonly amount: string;
  readonly bucket?: Bucket | undefined;
  readonly shortfall_policy?: ShortfallPolicy | undefined;
}

/** A credit to AVAILABLE that must find a hold to settle. */
interface Settle extends Target, TermsSource {
  readonly operation: 'SETTLE';
  readonly amount: string;
}

/** What takes value out of one bucket, from the lots that it chooses. */
interface Draw extends Target {
  readonly bucket?: Bucket | undefined;
  readonly lot_ids?: readonly string[] | undefined;
  readonly earned_from?: string | undefined;
  readonly earned_to?: string | undefined;
}

interface Move extends Draw {
  readonly operation: 'HOLD' | 'RELEASE' | 'FORFEIT';
  readonly amount: string;
}

interface VoidHold extends Draw {
  readonly operation: 'VOID_HOLD';
  readonly amount?: string | undefined;
}

export type AdjustmentCommand = Adjust | Settle;
export type DrawCommand = Move | VoidHold;
export type BalanceCommand = AdjustmentCommand | DrawCommand;

/** The buckets that each may draw on, the default first. */
const DRAWS_ON = {
  HOLD: ['AVAILABLE'],
  RELEASE: ['HELD'],
  FORFEIT: ['AVAILABLE', 'HELD'],
  VOID_HOLD: ['HELD'],
} as const satisfies Record<DrawCommand['operation'], readonly Bucket[]>;

/** The bucket that a command is about, whether it names one or leaves it to the default. */
export function commandBucket(command: BalanceCommand): Bucket {
  switch (command.operation) {
    case 'ADJUST':
      return command.type === 'CREDIT' ? creditBucket(command) : (command.bucket ?? 'AVAILABLE');
    case 'SETTLE':
      return 'AVAILABLE';
    case 'HOLD':
    case 'RELEASE':
    case 'FORFEIT':
    case 'VOID_HOLD':
      return command.bucket ?? DRAWS_ON[command.operation][0];
  }
}

/** Whether a command may draw on the wallet of a PREFUNDED asset, or return value to it. */
export const drawsOnWallet = ({ operation }: BalanceCommand, { issuancePolicy }: Pick<AssetTerms, 'issuancePolicy'>): boolean =>
  issuancePolicy === 'PREFUNDED' && ['ADJUST', 'SETTLE', 'VOID_HOLD'].includes(operation);

/** Whether a command enrolls its participant in the program. */
export const enrolls = (command: BalanceCommand): boolean =>
  command.operation === 'SETTLE' || (command.operation === 'ADJUST' && command.type === 'CREDIT');

/** What two requests with one idempotency key are compared by. */
export interface RequestIdentity {
  /** Names the command and the holder. */
  readonly operation: string;
  readonly fingerprint: string;
}

/** A settlement counts as the adjustment that would settle the hold. */
export function identityOf(command: BalanceCommand, { type, id }: Holder): RequestIdentity {
  const { operation: named, idempotency_key: _, ...written } = command;
  const adjusts = named === 'ADJUST' || named === 'SETTLE';
  const operation = `${type.toLowerCase()}s.balances.${adjusts ? 'adjust' : named.toLowerCase()}:${id}`;
  return { operation, fingerprint: requestFingerprint(operation, { ...written, ...defaultsOf(command), bucket: commandBucket(command) }) };
}

function defaultsOf(command: BalanceCommand): Record<string, unknown> {
  if (command.operation === 'SETTLE') return { type: 'CREDIT' };
  return command.operation === 'ADJUST' && command.type === 'DEBIT' ? { shortfall_policy: policyOf(command) } : {};
}

const policyOf = ({ shortfall_policy = 'REJECT' }: Adjust): ShortfallPolicy => shortfall_policy;

/**
 * Refuses what no balance could allow.
 * @param asset the terms of the asset, or why its program may not move it.
 * @throws DomainError contradictions of the command; participant_inactive, group_archived; what `asset` says.
 */
export function admitCommand(command: BalanceCommand, holder: FoundHolder, asset: AssetTerms | DomainError): AssetTerms {
  if (command.operation === 'ADJUST') assertAdjustmentSound(command);
  else if (command.operation !== 'SETTLE') assertDrawSound(command);
  if (command.operation === 'FORFEIT') assertHolderForfeits(holder);
  else assertHolderActive(holder);
  if (asset instanceof DomainError) throw asset;
  return asset;
}

function assertAdjustmentSound(command: Adjust): void {
  if (command.type === 'CREDIT' && command.shortfall_policy !== undefined) {
    throw new DomainError('invalid_shortfall_policy', '`shortfall_policy` applies only to debits; leave it out.', {
      param: 'shortfall_policy',
    });
  }
  if (command.type === 'DEBIT' && namesTerms(command)) {
    throw new DomainError('invalid_request', 'A debit creates no lot; leave expiry and maturity out.', { param: 'type' });
  }
  if (command.shortfall_policy === 'ALLOW_NEGATIVE' && commandBucket(command) !== 'AVAILABLE') {
    throw new DomainError('invalid_operation', 'Only the AVAILABLE bucket may go below zero.', { param: 'bucket' });
  }
}

function assertDrawSound({ operation, bucket, earned_from, earned_to }: DrawCommand): void {
  const supported: readonly Bucket[] = DRAWS_ON[operation];
  if (bucket !== undefined && !supported.includes(bucket)) {
    throw new DomainError('invalid_operation', `This operation works on ${supported.join(' or ')}, not on ${bucket}.`, { param: 'bucket' });
  }
  if (earned_from === undefined || earned_to === undefined || Date.parse(earned_from) < Date.parse(earned_to)) return;
  throw new DomainError('invalid_filter', '`earned_to` must be later than `earned_from`; otherwise no lot matches.', {
    param: 'earned_to',
  });
}

/** What a command is decided on: locked, and with due lots settled. */
interface BalanceState {
  readonly context: LedgerContext;
  readonly holder: FoundHolder;
  readonly account: AccountState;
  /** Of a PREFUNDED asset, where the command draws on its wallet; else null. */
  readonly wallet: AccountState | null;
  /** The account of each lot that a command names, by the id of the lot; a lot that does not exist has none. */
  readonly accountsOfLots: ReadonlyMap<string, AccountKey>;
}

/** @param command admitted. @throws DomainError what the ledger refuses. */
export function decideBalanceCommand(state: BalanceState, command: BalanceCommand): Decision {
  const { context, account, wallet } = state;
  const { type, id } = state.holder;
  const entry = { holder: { type, id }, description: command.description, referenceId: command.reference_id ?? null, cause: null };
  const amountOf = (text: string) => parseAmount(text, context.asset.scale);
  const bucket = commandBucket(command);
  switch (command.operation) {
    case 'ADJUST':
      return command.type === 'CREDIT'
        ? creditOrSettle(context, account, wallet, { ...entry, bucket, amount: amountOf(command.amount), terms: command })
        : debit(context, account, {
            ...entry,
            bucket,
            amount: amountOf(command.amount),
            shortfallPolicy: policyOf(command),
          });
    case 'SETTLE':
      liveHold(account, referenceOf(entry));
      return creditOrSettle(context, account, wallet, { ...entry, bucket, amount: amountOf(command.amount), terms: command });
    case 'HOLD':
      return hold(context, account, { ...entry, filter: filterOf(command, state), amount: amountOf(command.amount) });
    case 'RELEASE':
      return release(context, account, { ...entry, filter: filterOf(command, state), amount: amountOf(command.amount) });
    case 'FORFEIT':
      return forfeit(context, account, {
        ...entry,
        bucket: bucket === 'HELD' ? 'HELD' : 'AVAILABLE',
        filter: filterOf(command, state),
        amount: amountOf(command.amount),
      });
    case 'VOID_HOLD':
      filterOf(command, state);
      return voidHold(context, account, {
        ...entry,
        referenceId: referenceOf(entry),
        amount: command.amount === undefined ? null : amountOf(command.amount),
      });
  }
}

/** @throws DomainError missing_reference_id. */
function referenceOf({ referenceId }: LedgerCommand): string {
  if (referenceId !== null) return referenceId;
  throw new DomainError('missing_reference_id', 'Send the `reference_id` of the hold.', { param: 'reference_id' });
}

/** @throws DomainError invalid_filter. */
function filterOf({ lot_ids, earned_from, earned_to }: Draw, { holder, context, accountsOfLots }: BalanceState): LotFilter {
  const { asset, programId } = context;
  if (asset.inventoryMode === 'SIMPLE' && (lot_ids ?? earned_from ?? earned_to) !== undefined) {
    throw new DomainError('invalid_filter', `${asset.symbol} is not kept in lots; leave the lot filters out.`, {
      param: lot_ids ? 'lot_ids' : 'earned_from',
    });
  }
  const own = accountKey(holder.id, programId, asset.id);
  const unknown = (lot_ids ?? []).findIndex((id) => accountsOfLots.get(id) !== own);
  if (unknown !== -1) {
    throw new DomainError('invalid_filter', 'This balance has no lot with this id; take the ids from its list of lots.', {
      param: `lot_ids[${unknown}]`,
    });
  }
  return {
    ...(lot_ids ? { lotIds: new Set(lot_ids) } : {}),
    ...(earned_from ? { earnedFrom: new Date(earned_from) } : {}),
    ...(earned_to ? { earnedTo: new Date(earned_to) } : {}),
  };
}
