/** Creates or edits a setting of notices in a dialog, with a preview of what it would send. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NoticeSetting } from '@/contract/notice-setting';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { createOrUpdate, onceSaved } from '@/components/drafts/saving';
import { useProgramVocabulary } from '@/components/rules/cel/program-vocabulary';
import { FindingsContext } from '@/components/rules/cel/rule-findings';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { contentOf, keyOf, settingDraft } from './setting-draft';
import { AudienceAndHours, TermsFields } from './setting-fields';
import { SettingPreview } from './setting-preview';

interface SettingDialogProps {
  readonly program: { readonly id: string; readonly name: string };
  readonly setting?: NoticeSetting;
  readonly onClose: () => void;
  readonly onSaved?: (setting: NoticeSetting) => void;
}

export function SettingDialog({ program, setting, onClose, onSaved }: SettingDialogProps) {
  const edited = useEdited(settingDraft(setting));
  const { base, draft, edit } = edited;
  const saving = useSaving({ onClose, onSaved });
  const vocabulary = useProgramVocabulary(program.id);
  const findings = useMemo(() => ({ faults: {}, warnings: [], sentence: null, vocabulary }), [vocabulary]);
  const errors = saving.failure?.fields ?? {};
  const submit = () => {
    const content = { name: draft.name, ...contentOf(draft) };
    if (setting) saving.update.mutate({ id: setting.id, ...changedFields({ name: base.name, ...contentOf(base) }, content) });
    else saving.create.mutate({ program_id: program.id, key: keyOf(draft), ...content });
  };
  return (
    <FindingsContext value={findings}>
      <FormDialog
        wide
        title={setting ? `Edit “${setting.name}”` : `New notice in ${program.name}`}
        onSubmit={submit}
        onClose={onClose}
        failure={saving.failure}
        submitLabel={setting ? 'Save changes' : 'Create notice'}
        pending={saving.isPending}
      >
        <DraftNotice {...edited} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" required error={errors.name}>
            <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
          </Field>
          {!setting && (
            <Field label="Key" required hint="By which rules name it: event.setting" error={errors.key}>
              <Input value={keyOf(draft)} onChange={(event) => edit({ key: event.target.value })} />
            </Field>
          )}
        </div>
        <TermsFields programId={program.id} draft={draft} edit={edit} errors={errors} fixed={setting !== undefined} />
        <AudienceAndHours draft={draft} edit={edit} errors={errors} />
        <SettingPreview programId={program.id} draft={draft} />
      </FormDialog>
    </FindingsContext>
  );
}

function useSaving(dialog: Pick<SettingDialogProps, 'onClose' | 'onSaved'>) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const options = onceSaved<NoticeSetting>(() => queries.invalidateQueries(trpc.noticeSettings.pathFilter()), dialog);
  return createOrUpdate(
    useMutation(trpc.noticeSettings.create.mutationOptions(options)),
    useMutation(trpc.noticeSettings.update.mutationOptions(options)),
  );
}
