/** The form fields of a reward, each with the API's error. */
'use client';
import type { Asset } from '@/contract/asset';
import { ProductPicker } from '@/components/fulfillment/product-picker';
import { SourceField, type SourceChoice } from '@/components/fulfillment/source-field';
import { Field } from '@/components/ui/field';
import { AmountInput, Input, Textarea } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { RewardDraft } from './reward-draft';

const MEASURES = [
  { value: 'quantity', label: 'Per unit, at a price' },
  { value: 'amount', label: 'By amount, chosen when redeemed' },
  { value: 'face_value', label: 'By face value, from a provider' },
] as const;
const FIRST_STATUSES = [
  { value: 'ACTIVE', label: 'Active: offered immediately' },
  { value: 'DRAFT', label: 'Draft: nobody sees it yet' },
] as const;

interface RewardFieldsProps {
  draft: RewardDraft;
  edit: (changes: Partial<RewardDraft>) => void;
  errors: Readonly<Record<string, string>>;
  /** The assets it may be priced in. */
  assets: readonly Asset[];
  /** Of the chosen asset. */
  symbol: string | undefined;
  /** The sources through which a provider may deliver it. */
  sources: SourceChoice;
  /** Whether it exists already, which fixes the fields set at creation. */
  existing: boolean;
}

export function RewardFields(props: RewardFieldsProps) {
  const { draft, edit, errors } = props;
  return (
    <div className="flex flex-col gap-4">
      <Field label="Name" required error={errors.name}>
        <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
      </Field>
      <Field label="Description" error={errors.description}>
        <Textarea value={draft.description} onChange={(event) => edit({ description: event.target.value })} />
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Category" error={errors.category}>
          <Input value={draft.category} onChange={(event) => edit({ category: event.target.value })} />
        </Field>
        <Field label="Image address" hint="http or https." error={errors.image_url}>
          <Input type="url" value={draft.image_url} onChange={(event) => edit({ image_url: event.target.value })} />
        </Field>
        <Price {...props} />
        <Bounds {...props} />
      </div>
    </div>
  );
}

const Price = ({ draft, edit, errors, assets, symbol, sources, existing }: RewardFieldsProps) => (
  <>
    {!existing && (
      <>
        <Field label="Redeemed" required error={errors.redemption_type}>
          <Select options={MEASURES} value={draft.measure} onChange={(measure) => edit({ measure })} />
        </Field>
        {draft.measure === 'face_value' ? (
          <Delivery {...{ draft, edit, errors, sources }} />
        ) : (
          <Field
            label="Asset"
            required
            hint={assets.length === 0 ? 'The program has no active asset. Link one under Programs first.' : undefined}
            error={errors.asset_id}
          >
            <Select
              options={assets.map(({ id, name, symbol }) => ({ value: id, label: `${name} (${symbol})` }))}
              value={draft.asset_id}
              onChange={(asset_id) => edit({ asset_id })}
            />
          </Field>
        )}
      </>
    )}
    {draft.measure === 'quantity' && (
      <Field label="Cost of one" required hint={existing && symbol ? `In ${symbol}.` : undefined} error={errors.unit_cost}>
        <AmountInput value={draft.unit_cost} onChange={(unit_cost) => edit({ unit_cost })} />
      </Field>
    )}
    {!existing && (
      <Field label="Status" required error={errors.status}>
        <Select options={FIRST_STATUSES} value={draft.status} onChange={(status) => edit({ status })} />
      </Field>
    )}
  </>
);

function Delivery({ draft, edit, errors, sources }: Pick<RewardFieldsProps, 'draft' | 'edit' | 'errors' | 'sources'>) {
  const { source } = sources;
  return (
    <div className="flex flex-col gap-4 sm:col-span-2">
      <SourceField
        choice={sources}
        onChange={(source_id) => edit({ source_id, product: null })}
        error={errors.reward_source_id}
        none="This program has no reward sources yet."
      />
      {source && (
        <ProductPicker
          key={source.id}
          source={source}
          error={errors.product_id}
          chosen={draft.product}
          onChoose={(product) =>
            edit({
              product,
              name: draft.name || (product?.name ?? ''),
              image_url: draft.image_url || (product?.image_url ?? ''),
            })
          }
        />
      )}
    </div>
  );
}

const Bounds = ({ draft, edit, errors }: RewardFieldsProps) => (
  <>
    <Field label="Stock" hint="Leave empty for no limit." error={errors.max_total}>
      <Input
        inputMode="numeric"
        className="text-right tabular-nums"
        value={draft.max_total}
        onChange={(event) => edit({ max_total: event.target.value })}
      />
    </Field>
    <Field label="Maximum per participant" hint="Leave empty for no limit." error={errors.max_per_participant}>
      <Input
        inputMode="numeric"
        className="text-right tabular-nums"
        value={draft.max_per_participant}
        onChange={(event) => edit({ max_per_participant: event.target.value })}
      />
    </Field>
    <Field label="Offered from" error={errors.available_from}>
      <Input type="datetime-local" value={draft.available_from} onChange={(event) => edit({ available_from: event.target.value })} />
    </Field>
    <Field label="Offered until" error={errors.available_until}>
      <Input type="datetime-local" value={draft.available_until} onChange={(event) => edit({ available_until: event.target.value })} />
    </Field>
  </>
);
