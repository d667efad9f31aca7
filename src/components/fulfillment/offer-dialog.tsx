/** Puts a product of a provider into the catalog of a program, as a reward redeemed by face value. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import type { FulfillmentAccount, FulfillmentProduct, RewardSource } from '@/contract/fulfillment';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useProgramFilter, usePrograms } from '@/components/shell/program-filter';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { priceText } from './source-draft';

const OFFERED = 200;

interface OfferDialogProps {
  account: FulfillmentAccount;
  product: FulfillmentProduct;
  onClose: () => void;
}

export function OfferDialog({ account, product, onClose }: OfferDialogProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data: programs } = usePrograms();
  const filter = useProgramFilter();
  const [chosenProgram, setProgram] = useState(filter);
  const [chosenSource, setSource] = useState<string | null>(null);
  const [name, setName] = useState(product.name);
  const programId = chosenProgram ?? programs?.data[0]?.id;
  const sources = useSources(account, product, programId);
  const source = sources.find(({ id }) => id === chosenSource) ?? sources[0];
  const { symbolOf } = useAssetIndex();
  const create = useMutation(
    trpc.programs.rewards.create.mutationOptions({
      onSuccess: () => {
        toast.success(`“${name}” is in the catalog`);
        void queries.invalidateQueries(trpc.programs.rewards.pathFilter());
        onClose();
      },
    }),
  );
  const failure = create.error ? failureOf(create.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!source || !programId) return;
    create.mutate({
      id: programId,
      name,
      redemption_type: 'AMOUNT_BASED',
      asset_id: source.asset_id,
      reward_source_id: source.id,
      product_id: product.id,
      image_url: product.image_url,
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Offer “${product.name}”`}
      description="Participants redeem it by face value; the provider delivers it, and they claim it on a page of their own."
    >
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <Field label="Program" required>
          <Select
            options={(programs?.data ?? []).map((row) => ({ value: row.id, label: row.name }))}
            value={programId ?? ''}
            onChange={setProgram}
          />
        </Field>
        {source ? (
          <Field label="Reward source" required error={failure?.fields.reward_source_id}>
            <Select
              options={sources.map((row) => ({ value: row.id, label: priceText(row, symbolOf(row.asset_id)) }))}
              value={source.id}
              onChange={setSource}
            />
          </Field>
        ) : (
          <p className="text-ink-soft">
            The program has no reward source through this account in a currency of the product. Add one under Reward sources first.
          </p>
        )}
        <Field label="Name of the reward" required error={failure?.fields.name}>
          <Input value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        {failure && !failure.fields.name && <FailureNote failure={failure} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={create.isPending} disabled={!source}>
            Add to the catalog
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Those of the program that sell through this account, in a currency of the product. */
function useSources(account: FulfillmentAccount, product: FulfillmentProduct, programId: string | undefined): RewardSource[] {
  const { data } = useQuery(
    useTRPC().programs.rewardSources.list.queryOptions(
      { id: programId ?? '', fulfillment_account_id: account.id, limit: OFFERED },
      { enabled: programId !== undefined },
    ),
  );
  return (data?.data ?? []).filter(({ policy }) => product.currencies.includes(policy.currency));
}
