/** Finds a product that a reward source's provider sells in the currency of the source. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FulfillmentProduct, RewardSource } from '@/contract/fulfillment';
import { RecordPicker } from '@/components/ui/record-picker';
import { useTRPC } from '@/trpc/client';
import { valuesText } from './product-facts';

const OFFERED = 6;

interface ProductPickerProps {
  source: RewardSource;
  error?: string;
  chosen: FulfillmentProduct | null;
  onChoose: (product: FulfillmentProduct | null) => void;
}

export function ProductPicker({ source, error, chosen, onChoose }: ProductPickerProps) {
  const [text, setText] = useState('');
  const search = text.trim();
  const { currency } = source.policy;
  const { data, error: failure } = useQuery(
    useTRPC().fulfillmentAccounts.products.queryOptions(
      { id: source.fulfillment_account_id, currency, limit: OFFERED, ...(search ? { search } : {}) },
      { enabled: chosen === null, placeholderData: keepPreviousData, retry: false },
    ),
  );
  return (
    <RecordPicker
      label="Product"
      error={error}
      placeholder="Name of the product"
      text={text}
      onType={setText}
      chosen={chosen && chosen.name}
      onChoose={onChoose}
      found={data?.data.map((row) => ({ row, id: row.id, title: row.name, note: `${valuesText(row)} ${currency}` }))}
      failure={failure}
      none={`The provider has no product with this name in ${currency}.`}
    />
  );
}
