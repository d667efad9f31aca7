/** Creates a referral program, or edits it; says all of it in a sentence while it is written. */
'use client';
import { useMutation } from '@tanstack/react-query';
import type { ReferralProgram } from '@/contract/referral-program';
import { referralProgramSentence } from '@/domain/referrals/program-sentence';
import { CampaignChoice } from '@/components/campaigns/campaign-choice';
import { keyOf } from '@/components/codes/batch-draft';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { NamingFields } from '@/components/drafts/naming-fields';
import { createOrUpdate, onceSaved } from '@/components/drafts/saving';
import { FormDialog } from '@/components/ui/form-dialog';
import { useTRPC } from '@/trpc/client';
import { referralProgramDraft, termsOf, type ReferralProgramDraft } from './referral-program-draft';
import { CountFields, QualifyingFields, TimeFields } from './referral-program-fields';
import { useRefreshReferrals } from './use-referrals';

interface ReferralProgramDialogProps {
  programId: string;
  program?: ReferralProgram;
  onClose: () => void;
  onSaved?: (program: ReferralProgram) => void;
}

export function ReferralProgramDialog({ programId, program, onClose, onSaved }: ReferralProgramDialogProps) {
  const edited = useEdited(referralProgramDraft(program));
  const { base, draft, edit } = edited;
  const saving = useSaving({ onClose, onSaved });
  const errors = saving.failure?.fields ?? {};
  const fields = { programId, draft, edit, errors };
  const submit = () => {
    if (program) saving.update.mutate({ id: program.id, ...changedFields(termsOf(base), termsOf(draft)) });
    else {
      const campaign = draft.campaign_id === '' ? {} : { campaign_id: draft.campaign_id };
      saving.create.mutate({ ...termsOf(draft), ...campaign, program_id: programId, key: keyOf(draft), status: 'ACTIVE' });
    }
  };
  return (
    <FormDialog
      wide
      title={program ? `Edit “${program.name}”` : 'New referral program'}
      description={
        program
          ? 'The new terms hold from now on; friends who were brought before keep their deadline.'
          : 'Says which friends count. What they and those who brought them get is said by rules, which are added once it is there.'
      }
      onSubmit={submit}
      onClose={onClose}
      failure={saving.failure}
      consequence={sentenceOf(draft)}
      submitLabel={program ? 'Save changes' : 'Create referral program'}
      pending={saving.isPending}
      disabled={draft.name.trim() === ''}
    >
      <DraftNotice {...edited} />
      <NamingFields {...fields} isNew={!program} />
      <QualifyingFields {...fields} />
      <CountFields {...fields} />
      <TimeFields {...fields} />
      {!program && (
        <CampaignChoice
          programId={programId}
          value={draft.campaign_id}
          error={errors.campaign_id}
          onChange={(campaign_id) => edit({ campaign_id })}
        />
      )}
    </FormDialog>
  );
}

/** What is written so far, as far as it can be said. */
function sentenceOf(draft: ReferralProgramDraft): string {
  const { qualifies, active_from, active_to, ...terms } = termsOf(draft);
  return referralProgramSentence({
    ...terms,
    ...qualifies,
    status: 'ACTIVE',
    active_from: active_from === null ? null : new Date(active_from),
    active_to: active_to === null ? null : new Date(active_to),
  });
}

function useSaving(dialog: Pick<ReferralProgramDialogProps, 'onClose' | 'onSaved'>) {
  const trpc = useTRPC();
  const options = onceSaved<ReferralProgram>(useRefreshReferrals(), dialog);
  return createOrUpdate(
    useMutation(trpc.referralPrograms.create.mutationOptions(options)),
    useMutation(trpc.referralPrograms.update.mutationOptions(options)),
  );
}
