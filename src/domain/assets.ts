/** Decides which changes an asset allows and which per-transaction ceilings fit it. */
import { DomainError } from './errors';
import { namesIn } from './fields';
import { isDecimalText } from './amount-text';
import { amountOf, formatAmount, scaleOf, tooManyPlaces, type Amount } from './money';

export type AssetStatus = 'ACTIVE' | 'ARCHIVED';

/** Whether `text` is a positive decimal; whether it fits the asset's scale is for `parseCeiling`. */
export function ceilingText(text: string): boolean {
  return isDecimalText(text) && amountOf(text).greaterThan(0);
}

/**
 * Reads `max_transaction_amount` for an asset with `scale` decimal places.
 * @throws DomainError max_transaction_amount_out_of_range when not positive or beyond the scale.
 */
export function parseCeiling(text: string, scale: number): Amount {
  const param = 'max_transaction_amount';
  if (!ceilingText(text))
    throw new DomainError('max_transaction_amount_out_of_range', 'The maximum per transaction must be a positive decimal string.', {
      param,
    });
  const ceiling = amountOf(text);
  if (scaleOf(ceiling) > scale) {
    throw new DomainError('max_transaction_amount_out_of_range', tooManyPlaces('The maximum per transaction', scale), { param });
  }
  return ceiling;
}

/** @param param the field that names it. @throws DomainError asset_archived: an archived asset takes part in nothing new. */
export function assertAssetUsable(status: AssetStatus, param = 'asset_id'): void {
  if (status === 'ARCHIVED') throw new DomainError('asset_archived', 'The asset is archived and cannot be used or changed.', { param });
}

export interface AssetSettings {
  readonly name: string;
  readonly status: AssetStatus;
  /** Decimal text; null: no ceiling. */
  readonly max_transaction_amount: string | null;
}

/**
 * The asset after a change; the very same object when nothing changes, so that archiving an
 * archived asset again is harmless.
 * @throws DomainError invalid_status (archiving is final), asset_archived, max_transaction_amount_out_of_range.
 */
export function applyAssetChange<A extends AssetSettings & { scale: number; deleted_at: Date | null; updated_at: Date }>(
  asset: A,
  change: Partial<AssetSettings>,
  now: Date,
): A {
  const { scale } = asset;
  const current: AssetSettings = {
    ...asset,
    max_transaction_amount: asset.max_transaction_amount === null ? null : formatAmount(amountOf(asset.max_transaction_amount), scale),
  };
  const wanted = { ...withoutUndefined(change), ...ceilingAt(scale, change.max_transaction_amount) };
  const names = namesIn(wanted).filter((name) => wanted[name] !== current[name]);
  if (names.length === 0) return asset;
  if (asset.status === 'ARCHIVED' && change.status === 'ACTIVE')
    throw new DomainError('invalid_status', 'An archived asset cannot become active again.', { param: 'status' });
  assertAssetUsable(asset.status, 'id');
  return { ...asset, ...wanted, updated_at: now, deleted_at: change.status === 'ARCHIVED' ? now : null };
}

function ceilingAt(scale: number, text: string | null | undefined): Partial<AssetSettings> {
  return typeof text === 'string' ? { max_transaction_amount: formatAmount(parseCeiling(text, scale), scale) } : {};
}

const withoutUndefined = (change: Partial<AssetSettings>): Partial<AssetSettings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
