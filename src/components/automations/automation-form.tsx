/** The form of an automation in a dialog: when it runs, for whom, and the event it creates. Errors show while one types. */
'use client';
import { useState, type ReactNode } from 'react';
import { CampaignChoice } from '@/components/campaigns/campaign-choice';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { FindingsContext } from '@/components/rules/cel/rule-findings';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { DialogForm } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { jsonObjectFault } from '@/components/ui/json-object';
import type { RequestFailure } from '@/trpc/failure';
import { AudiencePreview } from './audience-preview';
import { automationDraft, payloadOf, settingsOf, triggerOf, type AutomationDraft, type EditedAutomation } from './automation-draft';
import { AudienceFields, TriggerFields, type Fields } from './automation-fields';
import { EventFields } from './event-fields';
import { useAutomationPreview } from './use-automation-preview';

export interface AutomationProgram {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
}

type Content = ReturnType<typeof contentOf>;

/** What the form says. */
export interface WrittenAutomation {
  /** As it was when the form was opened. */
  readonly base: Content;
  readonly content: Content;
  readonly scope: AutomationDraft['scope'];
}

interface AutomationFormProps {
  title: string;
  program: AutomationProgram;
  /** What the form begins with; undefined for a new automation. */
  automation: EditedAutomation | undefined;
  /** Whether the scope and the type of the trigger stay. */
  fixed: boolean;
  submitLabel: string;
  pending: boolean;
  failure: RequestFailure | null;
  /** Follows the fields, for another way to save than the button. @param written null while the data of the event is not valid. */
  beside?: (written: WrittenAutomation | null) => ReactNode;
  onSubmit: (written: WrittenAutomation) => void;
  onClose: () => void;
}

export function AutomationForm(props: AutomationFormProps) {
  const { title, program, automation, fixed, submitLabel, pending, failure, beside, onSubmit, onClose } = props;
  const edited = useEdited(automationDraft(automation, program.timezone));
  const { base, draft, edit } = edited;
  const [badData, setBadData] = useState(false);
  const { preview, findings } = useAutomationPreview(program.id, draft);
  const errors: Fields['errors'] = { ...failure?.fields, ...(badData ? { 'event.data': badDataText(draft) } : {}) };
  const fields: Fields = { draft, errors, edit };
  const data = payloadOf(draft);
  const written = data && { base: contentOf(base, payloadOf(base) ?? {}), content: contentOf(draft, data), scope: draft.scope };
  const submit = () => {
    setBadData(written === null);
    if (written) onSubmit(written);
  };
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={title}>
      <FindingsContext value={findings}>
        <DialogForm onSubmit={submit} onClose={onClose} failure={failure} submitLabel={submitLabel} pending={pending}>
          <DraftNotice {...edited} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" required error={errors.name}>
              <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
            </Field>
            <Field label="Description" error={errors.description}>
              <Input value={draft.description} onChange={(event) => edit({ description: event.target.value })} />
            </Field>
          </div>
          <TriggerFields {...fields} fixed={fixed} />
          <AudienceFields {...fields} fixed={fixed} />
          <CampaignChoice
            programId={program.id}
            value={draft.campaign_id}
            error={errors.campaign_id}
            onChange={(campaign_id) => edit({ campaign_id })}
          />
          <EventFields {...fields} />
          <AudiencePreview preview={preview} />
          {beside?.(written)}
        </DialogForm>
      </FindingsContext>
    </Dialog>
  );
}

const badDataText = ({ event_data }: AutomationDraft): string =>
  typeof event_data === 'string' ? (jsonObjectFault(event_data) ?? '') : 'Every field needs its own name.';

const contentOf = (draft: AutomationDraft, data: Parameters<typeof settingsOf>[1]) => ({
  ...settingsOf(draft, data),
  trigger: triggerOf(draft),
});
