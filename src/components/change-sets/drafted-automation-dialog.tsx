/** Drafts an automation in a change set: a new one, or a change of one that is live. */
'use client';
import { useState } from 'react';
import type { Automation } from '@/contract/automation';
import type { EditedAutomation } from '@/components/automations/automation-draft';
import { AutomationForm, type AutomationProgram } from '@/components/automations/automation-form';
import { changedFields } from '@/components/drafts/followed';
import { Switch } from '@/components/ui/switch';
import { useDrafting } from './use-drafting';

interface DraftedAutomationDialogProps {
  /** The change set. */
  setId: string;
  program: AutomationProgram;
  /** What is drafted so far, with what is live under it; absent for a new one. */
  draft?: {
    readonly id: string;
    readonly isNew: boolean;
    readonly name: string;
    readonly automation: EditedAutomation & { readonly status?: Automation['status'] | undefined };
  };
  onClose: () => void;
}

export function DraftedAutomationDialog({ setId, program, draft, onClose }: DraftedAutomationDialogProps) {
  const { save, pending, failure } = useDrafting(setId, onClose);
  const wasActive = draft?.automation.status !== 'PAUSED';
  const [active, setActive] = useState(wasActive);
  const status = active ? ('ACTIVE' as const) : ('PAUSED' as const);
  return (
    <AutomationForm
      title={draft ? `Draft of “${draft.name}”` : `New automation in ${program.name}`}
      program={program}
      automation={draft?.automation}
      fixed={draft !== undefined && !draft.isNew}
      submitLabel="Save the draft"
      pending={pending}
      failure={failure}
      onClose={onClose}
      beside={() => <Switch label="Active" hint="Otherwise it is paused until it is resumed." checked={active} onChange={setActive} />}
      onSubmit={({ base, content, scope }) => {
        if (!draft) return save({ type: 'CREATE_AUTOMATION', automation: { ...content, scope, status } });
        const automation = draft.isNew ? { ...content, scope } : changedFields(base, content);
        const moved = active === wasActive ? {} : { status };
        save({ type: 'UPDATE_AUTOMATION', id: draft.id, automation: { ...automation, ...moved } });
      }}
    />
  );
}
