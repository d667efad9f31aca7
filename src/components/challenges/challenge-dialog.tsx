/** Creates a challenge, or edits it; says all of it in a sentence while it is written. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Challenge } from '@/contract/challenge';
import { challengeSentence } from '@/domain/challenges/challenge-sentence';
import { MAX_ROUNDS } from '@/domain/challenges/goal';
import { CampaignChoice } from '@/components/campaigns/campaign-choice';
import { keyOf } from '@/components/codes/batch-draft';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { NamingFields } from '@/components/drafts/naming-fields';
import { createOrUpdate, onceSaved } from '@/components/drafts/saving';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Textarea } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import { useTRPC } from '@/trpc/client';
import { challengeDraft, fieldsOf, type ChallengeDraft } from './challenge-draft';
import { CheckedCondition } from './checked-condition';
import { GoalFields, type ChallengeFields } from './goal-fields';
import { BadgeFields, PartFields, TakeBackFields, TimeFields } from './term-fields';
import { useRefreshChallenges } from './use-challenges';

interface ChallengeDialogProps {
  programId: string;
  challenge?: Challenge;
  onClose: () => void;
  onSaved?: (challenge: Challenge) => void;
}

export function ChallengeDialog({ programId, challenge, onClose, onSaved }: ChallengeDialogProps) {
  const edited = useEdited(challengeDraft(challenge));
  const { base, draft, edit } = edited;
  const [starts, setStarts] = useState(true);
  const saving = useSaving({ onClose, onSaved });
  const fields: ChallengeFields = { programId, draft, edit, errors: saving.failure?.fields ?? {} };
  const submit = () => {
    if (challenge) saving.update.mutate({ id: challenge.id, ...changedFields(fieldsOf(base), fieldsOf(draft)) });
    else saving.create.mutate({ ...fieldsOf(draft), program_id: programId, key: keyOf(draft), status: starts ? 'ACTIVE' : 'DRAFT' });
  };
  return (
    <FormDialog
      wide
      title={challenge ? `Edit “${challenge.name}”` : 'New challenge'}
      description={
        challenge && challenge.status !== 'DRAFT'
          ? 'Once somebody has progress, what counts cannot change any more; name, end, parts and badge can.'
          : 'A goal that everybody has for themselves. What it gives is said by a rule, which is added once it is there.'
      }
      onSubmit={submit}
      onClose={onClose}
      failure={saving.failure}
      consequence={sentenceOf(draft)}
      submitLabel={challenge ? 'Save changes' : 'Create challenge'}
      pending={saving.isPending}
      disabled={draft.name.trim() === ''}
    >
      <DraftNotice {...edited} />
      <NamingFields {...fields} isNew={!challenge} />
      <Field label="Description" error={fields.errors.description}>
        <Textarea className="min-h-12" value={draft.description} onChange={({ target }) => edit({ description: target.value })} />
      </Field>
      <GoalFields {...fields} />
      <TimeFields {...fields} />
      <PartFields {...fields} />
      <CheckedCondition
        programId={programId}
        label="Takes part if"
        example={'"gold" in participant.tags'}
        at="audience"
        error={fields.errors.audience}
        value={draft.audience}
        onChange={(audience) => edit({ audience })}
      />
      <BadgeFields {...fields} />
      <TakeBackFields {...fields} />
      <CampaignChoice
        programId={programId}
        value={draft.campaign_id}
        error={fields.errors.campaign_id}
        onChange={(campaign_id) => edit({ campaign_id })}
      />
      {!challenge && (
        <Switch
          label="Start it at once"
          hint="Otherwise it is a draft, and no event counts until it is started."
          checked={starts}
          onChange={setStarts}
        />
      )}
    </FormDialog>
  );
}

/** What is written so far, as far as it can be said. */
function sentenceOf(draft: ChallengeDraft): string {
  const { goal, period, repeat, audience, take_back, starts_at, ends_at } = fieldsOf(draft);
  const matches = goal.type === 'STEPS' ? goal.steps.map(({ match }) => match) : [goal.match];
  if (matches.some(({ event_types }) => event_types.length === 0)) return '';
  const maxRounds = repeat ? (repeat.max ?? MAX_ROUNDS) : 1;
  const [startsAt, endsAt] = [timeOf(starts_at), timeOf(ends_at)];
  return challengeSentence({ goal, period, maxRounds, audience, takeBack: take_back ?? null, startsAt, endsAt });
}

function timeOf(text: string | null): Date | null {
  const time = new Date(text ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}

function useSaving(dialog: Pick<ChallengeDialogProps, 'onClose' | 'onSaved'>) {
  const trpc = useTRPC();
  const options = onceSaved<Challenge>(useRefreshChallenges(), dialog);
  return createOrUpdate(
    useMutation(trpc.challenges.create.mutationOptions(options)),
    useMutation(trpc.challenges.update.mutationOptions(options)),
  );
}
