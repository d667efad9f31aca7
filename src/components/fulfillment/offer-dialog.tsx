/** Puts a product of a provider into the catalog of a program, as a reward redeemed by face value. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { toast } from '@/components/ui/toast';
import type { FulfillmentAccount, FulfillmentProduct } from '@/contract/fulfillment';
import { useProgramFilter, usePrograms } from '@/components/shell/program-filter';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!source || !programId) return;
    create.mutate({ id: programId, name, image_url: product.image_url, ...providerTerms(source, product) });
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
        <SourceField
          choice={choice}
          onChange={setSource}
          error={failure?.fields.reward_source_id}
          none="The program has no reward source through this account in a currency of the product."
        />
        <Field label="Name of the reward" required error={failure?.fields.name}>
          <Input value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <FormFailure failure={failure} />
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
