/** The form fields of a new redemption, depending on what is redeemed. */
'use client';
import type { Asset } from '@/contract/asset';
import type { Program } from '@/contract/program';
import type { RewardSource } from '@/contract/fulfillment';
import type { Reward } from '@/contract/reward';
import { faceValuesText } from '@/components/fulfillment/source-facts';
import { measureOf } from '@/components/rewards/measure';
import { Field } from '@/components/ui/field';
import { AmountInput, Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { failureOf } from '@/trpc/failure';
import type { RedeemDraft } from './redeem-draft';

const THINGS = [
  { value: 'REWARD', label: 'A reward from the catalog' },
  { value: 'AMOUNT', label: 'An amount' },
] as const;
const MODES = [
  { value: 'INSTANT', label: 'Spend at once' },
  { value: 'PENDING', label: 'Reserve first' },
] as const;

interface RedeemFieldsProps {
  draft: RedeemDraft;
  edit: (changes: Partial<RedeemDraft>) => void;
  errors: Readonly<Record<string, string>>;
  programs: readonly Program[];
  assets: readonly Asset[];
  /** Undefined while loading. */
  rewards: readonly Reward[] | undefined;
  /** Why they could not be loaded. */
  failure: unknown;
  /** The chosen reward. */
  reward: Reward | undefined;
  /** The source of a provider-backed reward. */
  source: RewardSource | undefined;
}

export function RedeemFields(props: RedeemFieldsProps) {
  const { draft, edit, errors, programs, reward } = props;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Program" required error={errors.program_id}>
          <Select
            options={programs.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.program_id}
            onChange={(program_id) => edit({ program_id, asset_id: '', reward_id: '' })}
          />
        </Field>
        <Field label="Redeem" required>
          <Select options={THINGS} value={draft.of} onChange={(of) => edit({ of })} />
        </Field>
        <Thing {...props} />
        {reward?.reward_source_id == null && (
          <>
            <Field label="How" required error={errors.mode}>
              <Select options={MODES} value={draft.mode} onChange={(mode) => edit({ mode })} />
            </Field>
            {draft.mode === 'PENDING' && (
              <Field label="Reserved until" hint="If empty, the default of the program applies." error={errors.expires_at}>
                <Input type="datetime-local" value={draft.expires_at} onChange={(event) => edit({ expires_at: event.target.value })} />
              </Field>
            )}
          </>
        )}
      </div>
      {draft.of === 'AMOUNT' && (
        <Field label="Description" hint="Shown in the ledger." error={errors.description}>
          <Input value={draft.description} onChange={(event) => edit({ description: event.target.value })} />
        </Field>
      )}
    </>
  );
}

function Thing({ draft, edit, errors, assets, rewards, failure, reward, source }: RedeemFieldsProps) {
  const measure = draft.of === 'AMOUNT' ? 'amount' : reward && measureOf(reward);
  const number = (label: string, key: 'amount' | 'quantity' | 'face_value', error: string | undefined, hint?: string) => (
    <Field label={label} required hint={hint} error={error}>
      <AmountInput value={draft[key]} onChange={(text) => edit({ [key]: text })} />
    </Field>
  );
  return (
    <>
      {draft.of === 'AMOUNT' ? (
        <Field label="Asset" required error={errors.asset_id}>
          <Select
            options={assets.map(({ id, name, symbol }) => ({ value: id, label: `${name} (${symbol})` }))}
            value={draft.asset_id}
            onChange={(asset_id) => edit({ asset_id })}
          />
        </Field>
      ) : (
        <Field
          label="Reward"
          required
          hint={rewards?.length === 0 ? 'The catalog of this program has no reward that can be redeemed.' : undefined}
          error={errors.reward_id ?? (rewards || !failure ? undefined : failureOf(failure).message)}
        >
          <Select
            options={(rewards ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.reward_id}
            onChange={(reward_id) => edit({ reward_id })}
          />
        </Field>
      )}
      {measure === 'amount' && number('Amount', 'amount', errors.amount)}
      {measure === 'quantity' && number('Quantity', 'quantity', errors.quantity)}
      {measure === 'face_value' &&
        source &&
        number(`Face value in ${source.policy.currency}`, 'face_value', errors.face_value_minor, faceValuesText(source.policy))}
    </>
  );
}
