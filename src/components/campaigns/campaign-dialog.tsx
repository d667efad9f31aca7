/** Creates or edits a campaign: when it runs, for whom, and how much its rules give together at most. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Campaign } from '@/contract/campaign';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { createOrUpdate, onceSaved } from '@/components/drafts/saving';
import { useTimeZoneOf } from '@/components/programs/program-names';
import { ConditionField } from '@/components/rules/blocks/condition-field';
import { BudgetsPart } from '@/components/rules/budgets-part';
import { useConditionFindings } from '@/components/rules/cel/condition-findings';
import { FindingsContext } from '@/components/rules/cel/rule-findings';
import { WindowFields } from '@/components/schedules/window-fields';
import { usePrograms } from '@/components/shell/program-filter';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input, Textarea } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { windowWords } from '@/domain/window-words';
import { useTRPC } from '@/trpc/client';
import { campaignDraft, campaignFieldsOf, type CampaignDraft } from './campaign-draft';
import { useRefreshCampaigns } from './use-campaigns';

interface CampaignDialogProps {
  /** Where a new one is made, as long as no other is chosen. */
  programId: string;
  campaign?: Campaign;
  onClose: () => void;
  onSaved?: (campaign: Campaign) => void;
}

export function CampaignDialog({ programId, campaign, onClose, onSaved }: CampaignDialogProps) {
  const edited = useEdited(campaignDraft(campaign));
  const { base, draft, edit } = edited;
  const [chosen, setChosen] = useState(programId);
  const [starts, setStarts] = useState(false);
  const saving = useSaving({ onClose, onSaved });
  const errors = saving.failure?.fields ?? {};
  const findings = useConditionFindings(chosen, 'audience', draft.audience);
  const submit = () => {
    const fields = campaignFieldsOf(draft);
    if (campaign) saving.update.mutate({ id: campaign.id, ...changedFields(campaignFieldsOf(base), fields) });
    else saving.create.mutate({ ...fields, program_id: chosen, status: starts ? 'ACTIVE' : 'DRAFT' });
  };
  return (
    <FormDialog
      wide
      title={campaign ? `Edit “${campaign.name}”` : 'New campaign'}
      description={
        campaign
          ? 'The change applies from the next event that is processed.'
          : 'Its rules are added once it is there. They run only in its window, for its audience and within its budgets.'
      }
      onSubmit={submit}
      onClose={onClose}
      failure={saving.failure}
      submitLabel={campaign ? 'Save changes' : 'Create campaign'}
      pending={saving.isPending}
      disabled={draft.name.trim() === ''}
    >
      <FindingsContext value={findings}>
        <DraftNotice {...edited} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" required error={errors.name}>
            <Input value={draft.name} onChange={({ target }) => edit({ name: target.value })} />
          </Field>
          {!campaign && <ProgramChoice value={chosen} onChange={setChosen} />}
        </div>
        <Field label="Description" error={errors.description}>
          <Textarea className="min-h-12" value={draft.description} onChange={({ target }) => edit({ description: target.value })} />
        </Field>
        <CampaignWindow programId={chosen} draft={draft} errors={errors} edit={edit} />
        <ConditionField
          label="For events for which"
          hint="A CEL expression over event, participant, recipient, program, groups and now."
          example={'"gold" in participant.tags'}
          at="audience"
          error={errors.audience}
          value={draft.audience}
          onChange={(audience) => edit({ audience })}
        />
        <BudgetsPart
          budgets={draft.budgets}
          errors={errors}
          programId={chosen}
          assetId=""
          none="No budget: only those of its rules limit what it gives."
          onChange={(budgets) => edit({ budgets })}
        />
        {!campaign && (
          <Switch
            label="Start it at once"
            hint="Otherwise it is a draft, and none of its rules runs until it is started."
            checked={starts}
            onChange={setStarts}
          />
        )}
      </FindingsContext>
    </FormDialog>
  );
}

function ProgramChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const programs = (usePrograms().data?.data ?? []).filter(({ status }) => status !== 'ARCHIVED');
  if (programs.length < 2) return null;
  return (
    <Field label="Program" required>
      <Select options={programs.map(({ id, name }) => ({ value: id, label: name }))} value={value} onChange={onChange} />
    </Field>
  );
}

interface CampaignWindowProps {
  programId: string;
  draft: Pick<CampaignDraft, 'starts_at' | 'ends_at'>;
  errors: Readonly<Record<string, string>>;
  edit: (changes: Partial<Pick<CampaignDraft, 'starts_at' | 'ends_at'>>) => void;
}

export function CampaignWindow({ programId, draft, errors, edit }: CampaignWindowProps) {
  const timeZone = useTimeZoneOf(programId);
  if (timeZone === undefined) return null;
  const bound = (field: 'starts_at' | 'ends_at', label: string) => ({
    label,
    value: draft[field],
    error: errors[field],
    onChange: (instant: string) => edit({ [field]: instant }),
  });
  return (
    <div className="flex flex-col gap-2">
      <WindowFields timeZone={timeZone} from={bound('starts_at', 'Starts')} to={bound('ends_at', 'Ends')} />
      <p className="text-ink-soft text-xs">
        {windowWords(new Date(draft.starts_at), new Date(draft.ends_at), timeZone)} In the program’s time zone, {timeZone}; by the time at
        which an event happened.
      </p>
    </div>
  );
}

function useSaving(dialog: Pick<CampaignDialogProps, 'onClose' | 'onSaved'>) {
  const trpc = useTRPC();
  const options = onceSaved<Campaign>(useRefreshCampaigns(), dialog);
  return createOrUpdate(
    useMutation(trpc.campaigns.create.mutationOptions(options)),
    useMutation(trpc.campaigns.update.mutationOptions(options)),
  );
}
