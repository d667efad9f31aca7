/** Chooses the reward source through which a provider delivers a reward, and what the reward takes from it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { FulfillmentProduct, RewardSource } from '@/contract/fulfillment';
import { useAssetIndex } from '@/components/assets/asset-index';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Field } from '@/components/ui/field';
import { FailureNote } from '@/components/ui/failure-note';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { useAccountNames } from './account-names';
import { priceText } from './price-text';

const OFFERED = 200;

export interface SourceChoice {
  /** Undefined while loading. */
  readonly sources: readonly RewardSource[] | undefined;
  /** The chosen source, or else the first. */
  readonly source: RewardSource | undefined;
  readonly error: unknown;
}

interface SourceWish {
  programId: string | undefined;
  /** Limits the choice to this account. */
  accountId?: string;
  /** Limits the choice to these currencies. */
  currencies?: readonly string[];
  enabled?: boolean;
}

/** A program's active sources, and the chosen one. */
export function useSourceChoice({ programId, accountId, currencies, enabled = true }: SourceWish, chosen: string | null): SourceChoice {
  const { data, error } = useQuery(
    useTRPC().programs.rewardSources.list.queryOptions(
      { id: programId ?? '', status: 'ACTIVE', limit: OFFERED, ...(accountId ? { fulfillment_account_id: accountId } : {}) },
      { enabled: enabled && programId !== undefined },
    ),
  );
  const sources = data?.data.filter(({ policy }) => !currencies || currencies.includes(policy.currency));
  return { sources, source: sources?.find(({ id }) => id === chosen) ?? sources?.[0], error };
}

/** The fields of a reward whose `product` is delivered by the provider behind `source`. */
export const providerTerms = (source: RewardSource, product: FulfillmentProduct) =>
  ({ redemption_type: 'AMOUNT_BASED', asset_id: source.asset_id, reward_source_id: source.id, product_id: product.id }) as const;

interface SourceFieldProps {
  choice: SourceChoice;
  onChange: (sourceId: string) => void;
  error?: string;
  /** What to say when there is none. */
  none: string;
}

export function SourceField({ choice: { sources, source, error: failure }, onChange, error, none }: SourceFieldProps) {
  const { symbolOf } = useAssetIndex();
  const accountOf = useAccountNames();
  if (!sources) return failure ? <FailureNote failure={failureOf(failure)} /> : null;
  if (!source)
    return (
      <p className="text-ink-soft">
        {none}{' '}
        <ScopedLink href="/fulfillment/sources" className="text-accent underline underline-offset-4">
          Add one under Reward sources
        </ScopedLink>
        .
      </p>
    );
  return (
    <Field label="Reward source" required hint="The account that delivers it, and its price." error={error}>
      <Select
        options={sources.map((row) => ({
          value: row.id,
          label: [accountOf(row.fulfillment_account_id), priceText(row, symbolOf(row.asset_id))].filter(Boolean).join(': '),
        }))}
        value={source.id}
        onChange={onChange}
      />
    </Field>
  );
}
