/** Decides what one row of a participant file asks for, and whether it can be done. */
import { DomainError, type ErrorCode } from '@/domain/errors';
import type { AssetTerms, Bucket } from '@/domain/ledger/accounts';
import { assertPlaceable } from '@/domain/ledger/credit';
import { creditBucket } from '@/domain/ledger/credit-or-settle';
import type { LotTerms } from '@/domain/ledger/lots';
import { assertMovable, assertWithinCeiling } from '@/domain/ledger/command';
import { resolveTerms } from '@/domain/ledger/terms';
import { parseAmount, type Amount } from '@/domain/money';
import type { ParticipantProfile } from '@/domain/participants/profile';

/** What is wrong with a row, or with one of its fields. */
export interface RowFault {
  readonly field: string | null;
  readonly code: ErrorCode;
  readonly message: string;
}

/** A valid row; empty cells are left out. */
export interface ImportedFields extends Partial<{ readonly [Name in keyof ParticipantProfile]: ParticipantProfile[Name] | undefined }> {
  readonly external_id: string;
  readonly tags?: readonly string[] | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly asset_symbol?: string | undefined;
  readonly opening_balance?: string | undefined;
  readonly expires_at?: string | undefined;
  readonly matures_at?: string | undefined;
}

/** A balance that a participant is to begin with. */
export interface Opening {
  readonly asset: AssetTerms;
  readonly amount: Amount;
  readonly bucket: Bucket;
  readonly terms: LotTerms;
}

/** Lets a past expiry pass here: what was given before may have expired since, so only what is still to be given is checked. */
const BEFORE_ALL = new Date(0);

/**
 * @param assets of the program, by symbol.
 * @returns null when the row gives no balance.
 * @throws DomainError with the column at fault as its `param`.
 */
export function openingOf(row: ImportedFields, assets: ReadonlyMap<string, AssetTerms>): Opening | null {
  const { asset_symbol: symbol, opening_balance: text, expires_at, matures_at } = row;
  if (text === undefined) return null;
  if (symbol === undefined) {
    throw new DomainError('validation_error', 'An opening balance needs the symbol of its asset.', { param: 'asset_symbol' });
  }
  const asset = assets.get(symbol);
  if (!asset) {
    throw new DomainError('asset_not_linked', `The program has no asset with the symbol ${symbol}; link it, or correct the symbol.`, {
      param: 'asset_symbol',
    });
  }
  const amount = parseAmount(text, asset.scale, 'opening_balance');
  assertMovable(asset, amount);
  assertWithinCeiling(asset, amount);
  const source = { expires_at, matures_at };
  const [bucket, terms] = [creditBucket(source), resolveTerms(source, BEFORE_ALL)];
  assertPlaceable({ asset }, { bucket, referenceId: null, terms });
  return { asset, amount, bucket, terms };
}

/** Whether it has expired, so that nothing can be given any more. */
export const hasExpired = ({ terms: { expiresAt } }: Opening, now: Date): boolean => expiresAt !== null && expiresAt <= now;

/** The columns that stand for what an operation of the ledger calls otherwise. */
const COLUMN_OF: Readonly<Record<string, string>> = { amount: 'opening_balance', asset_id: 'asset_symbol' };

/** Turns a refusal by the ledger into the fault of a row. */
export const faultOf = ({ code, message, param = 'amount' }: DomainError): RowFault => ({
  field: COLUMN_OF[param] ?? param,
  code,
  message,
});

/** The opening balance of one asset that a participant was given before. */
export interface GivenBefore {
  readonly amount: Amount;
  readonly terms: LotTerms;
}

type OpeningVerdict = 'GIVE' | 'GIVEN' | RowFault;

/**
 * Whether an opening balance is still to be given: the same one again changes nothing, another one is refused.
 * @param status of the participant, or ACTIVE if the import makes it so.
 */
export function checkOpening(
  opening: Opening,
  before: GivenBefore | undefined,
  status: ParticipantProfile['status'],
  now: Date,
): OpeningVerdict {
  const { asset, amount, terms } = opening;
  if (before) {
    if (before.amount.equals(amount) && sameTerms(before.terms, terms)) return 'GIVEN';
    return {
      field: 'opening_balance',
      code: 'opening_balance_exists',
      message: `An opening balance of ${before.amount.toFixed(asset.scale)} ${asset.symbol} was imported before, on other terms or of another amount; correct it by an adjustment.`,
    };
  }
  if (hasExpired(opening, now)) return { field: 'expires_at', code: 'invalid_expiration', message: '`expires_at` must be in the future.' };
  if (status === 'ACTIVE') return 'GIVE';
  return {
    field: 'opening_balance',
    code: 'participant_inactive',
    message: `The participant is ${status.toLowerCase()} and receives nothing; activate it first.`,
  };
}

const sameTerms = (a: LotTerms, b: LotTerms): boolean =>
  a.expiresAt?.getTime() === b.expiresAt?.getTime() && a.maturesAt?.getTime() === b.maturesAt?.getTime();
