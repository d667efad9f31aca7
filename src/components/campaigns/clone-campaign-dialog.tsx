/** Copies a campaign with its rules, for another time. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Campaign } from '@/contract/campaign';
import { useScoped } from '@/components/shell/scoped-link';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { CampaignWindow } from './campaign-dialog';
import { useRefreshCampaigns } from './use-campaigns';

export function CloneCampaignDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const router = useRouter();
  const scoped = useScoped();
  const refresh = useRefreshCampaigns();
  const [draft, setDraft] = useState({ name: `${campaign.name}, again`, starts_at: '', ends_at: '' });
  const edit = (changes: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...changes }));
  const clone = useMutation(
    useTRPC().campaigns.clone.mutationOptions({
      onSuccess: ({ id }) => {
        void refresh();
        onClose();
        router.push(scoped(`/campaigns/${id}`));
      },
    }),
  );
  const failure = clone.error && failureOf(clone.error);
  const errors = failure?.fields ?? {};
  return (
    <FormDialog
      wide
      title={`Clone “${campaign.name}”`}
      description="The copy is a draft with the same audience, budgets and rules. Its budgets are unused, and it has a window of its own."
      onSubmit={() =>
        clone.mutate({ id: campaign.id, name: draft.name, starts_at: draft.starts_at || null, ends_at: draft.ends_at || null })
      }
      onClose={onClose}
      failure={failure}
      submitLabel="Clone campaign"
      pending={clone.isPending}
      disabled={draft.name.trim() === ''}
    >
      <Field label="Name" required error={errors.name}>
        <Input value={draft.name} onChange={({ target }) => edit({ name: target.value })} />
      </Field>
      <CampaignWindow programId={campaign.program_id} draft={draft} errors={errors} edit={edit} />
    </FormDialog>
  );
}
