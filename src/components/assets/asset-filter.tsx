/** Narrows a list to one asset, by its symbol. */
'use client';
import { ChoiceFilter } from '@/components/data-table/filters';
import { useAssetIndex } from './asset-index';

interface AssetFilterProps {
  value: string | null;
  onChange: (assetId: string | null) => void;
}

export function AssetFilter({ value, onChange }: AssetFilterProps) {
  const { all, symbolOf } = useAssetIndex();
  const ids = all.map(({ id }) => id);
  return <ChoiceFilter label="Asset" options={ids} value={value} onChange={onChange} text={(id) => symbolOf(id) ?? id} />;
}
