/** Translates between asset symbols, used in configurations that fit any organization, and asset ids, used in stored rules. */
import type { ActionSource } from './actions/catalog';
import type { BudgetSource } from './budget';

/** A source that names its asset by id, or by symbol instead. */
export type ByAssetName<T> = T extends { readonly asset_id: string }
  ? Omit<T, 'asset_id'> & { readonly asset_id?: string | undefined; readonly asset?: string | undefined }
  : T;

/** @returns null for a symbol that is not among `ids`. */
export function withAssetId<Source extends ActionSource | BudgetSource>(
  source: ByAssetName<Source>,
  ids: ReadonlyMap<string, string>,
): Source | null {
  // The type of a source decides whether it has an asset, which a generic type cannot be asked.
  const { asset, ...rest } = source as ByAssetName<Source> & { readonly asset?: string | undefined };
  if (asset === undefined) return source as unknown as Source; // nothing in it names an asset by symbol
  const asset_id = ids.get(asset);
  return asset_id === undefined ? null : ({ ...rest, asset_id } as unknown as Source); // the id replaces the symbol
}

/** An asset that is not in `symbols` keeps its id. */
export function withAssetSymbol<Source extends ActionSource | BudgetSource>(
  source: Source,
  symbols: ReadonlyMap<string, string>,
): ByAssetName<Source> {
  // The same the other way round.
  const { asset_id, ...rest } = source as Source & { readonly asset_id?: string };
  const asset = asset_id === undefined ? undefined : symbols.get(asset_id);
  return (asset === undefined ? source : { ...rest, asset }) as ByAssetName<Source>; // the symbol replaces the id, or there is neither
}
