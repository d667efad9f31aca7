/** Adds a provider's product to a program's catalog, as a reward redeemed by face value. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/form-dialog';
import { toast } from '@/components/ui/toast';
import type { FulfillmentAccount, FulfillmentProduct } from '@/contract/fulfillment';
import { useProgramFilter, usePrograms } from '@/components/shell/program-filter';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { providerTerms, SourceField, useSourceChoice } from './source-field';

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
  const choice = useSourceChoice({ programId, accountId: account.id, currencies: product.currencies }, chosenSource);
  const { source } = choice;
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
  const submit = () => {
    if (!source || !programId) return;
    create.mutate({ id: programId, name, image_url: product.image_url, ...providerTerms(source, product) });
  };
  return (
    <FormDialog
      title={`Offer “${product.name}”`}
      description="It becomes a reward in the catalog. Participants redeem it by face value; the provider delivers it, and they claim it on a page of their own."
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel="Offer reward"
      pending={create.isPending}
      disabled={!source}
    >
      <Field label="Program" required>
        <Select
          options={(programs?.data ?? []).map((row) => ({ value: row.id, label: row.name }))}
          value={programId ?? ''}
          onChange={setProgram}
        />
      </Field>
      <SourceField
        choice={choice}
        onChange={setSource}
        error={failure?.fields.reward_source_id}
        none="The program has no reward source through this account in a currency of the product."
      />
      <Field label="Name of the reward" required error={failure?.fields.name}>
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
