/** Creates a leaderboard, or edits what may change of it; says all of it in a sentence while it is written. */
'use client';
import { useMutation } from '@tanstack/react-query';
import type { Leaderboard } from '@/contract/leaderboard';
import { leaderboardSentence } from '@/domain/leaderboards/leaderboard-sentence';
import { useAssetIndex } from '@/components/assets/asset-index';
import { CampaignChoice } from '@/components/campaigns/campaign-choice';
import { useOfferedChallenges } from '@/components/challenges/use-challenges';
import { keyOf } from '@/components/codes/batch-draft';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { NamingFields } from '@/components/drafts/naming-fields';
import { createOrUpdate, onceSaved } from '@/components/drafts/saving';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Textarea } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { changeableOf, isMeasured, leaderboardDraft, termsOf, type LeaderboardDraft } from './leaderboard-draft';
import { GroupField, MeasureFields, PeriodField, PrizeFields, TimeFields, type LeaderboardFields } from './leaderboard-fields';
import { useRefreshLeaderboards } from './use-leaderboards';

interface LeaderboardDialogProps {
  programId: string;
  board?: Leaderboard;
  onClose: () => void;
  onSaved?: (board: Leaderboard) => void;
}

export function LeaderboardDialog({ programId, board, onClose, onSaved }: LeaderboardDialogProps) {
  const edited = useEdited(leaderboardDraft(board));
  const { base, draft, edit } = edited;
  const { symbolOf } = useAssetIndex();
  const challenges = useOfferedChallenges(programId, draft.measure === 'CHALLENGE');
  const names = {
    asset: symbolOf(draft.asset_id) ?? null,
    challenge: challenges.find(({ id }) => id === draft.challenge_id)?.name ?? null,
  };
  const saving = useSaving({ onClose, onSaved });
  const fields: LeaderboardFields = { programId, draft, edit, errors: saving.failure?.fields ?? {} };
  const submit = () => {
    if (board) saving.update.mutate({ id: board.id, ...changedFields(changeableOf(base), changeableOf(draft)) });
    else saving.create.mutate({ ...termsOf(draft), program_id: programId, key: keyOf(draft) });
  };
  const said = isMeasured(draft);
  return (
    <FormDialog
      wide
      title={board ? `Edit “${board.name}”` : 'New leaderboard'}
      description={
        board
          ? 'What is measured, of whom and since when stays as it is. Prizes are those of every season that is not over.'
          : 'Ranks participants by what they gain in a time. What happened in it before now counts, too.'
      }
      onSubmit={submit}
      onClose={onClose}
      failure={saving.failure}
      consequence={said ? sentenceOf(draft, names) : ''}
      submitLabel={board ? 'Save changes' : 'Create leaderboard'}
      pending={saving.isPending}
      disabled={draft.name.trim() === '' || !said}
    >
      <DraftNotice {...edited} />
      <NamingFields {...fields} isNew={!board} />
      <Field label="Description" error={fields.errors.description}>
        <Textarea className="min-h-12" value={draft.description} onChange={({ target }) => edit({ description: target.value })} />
      </Field>
      {!board && (
        <>
          <MeasureFields {...fields} />
          <div className="grid gap-4 sm:grid-cols-2">
            <PeriodField {...fields} />
            <GroupField {...fields} />
          </div>
        </>
      )}
      {draft.period === 'NONE' && board?.status !== 'FROZEN' && <TimeFields {...fields} isNew={!board} />}
      {board?.status !== 'FROZEN' && <PrizeFields {...fields} />}
      <CampaignChoice
        programId={programId}
        hint="With whose rules it is shown."
        none="None"
        value={draft.campaign_id}
        error={fields.errors.campaign_id}
        onChange={(campaign_id) => edit({ campaign_id })}
      />
    </FormDialog>
  );
}

/** What is written so far, as far as it can be said. */
function sentenceOf(draft: LeaderboardDraft, names: { readonly asset: string | null; readonly challenge: string | null }): string {
  const { measure, min_score = null, prizes } = termsOf(draft);
  const isNumbered = prizes.every(
    ({ from_rank, to_rank, name }) => Number.isInteger(from_rank) && Number.isInteger(to_rank) && name !== '',
  );
  const isWindow = draft.period === 'NONE';
  return leaderboardSentence({
    measure,
    ...names,
    group: draft.group_id === '' ? null : 'the group',
    minScore: min_score,
    period: draft.period,
    startsAt: isWindow ? timeOf(draft.starts_at) : null,
    endsAt: isWindow ? timeOf(draft.ends_at) : null,
    prizes: isNumbered ? prizes : [],
  });
}

function timeOf(text: string): Date | null {
  const time = new Date(text || Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}

function useSaving(dialog: Pick<LeaderboardDialogProps, 'onClose' | 'onSaved'>) {
  const trpc = useTRPC();
  const options = onceSaved<Leaderboard>(useRefreshLeaderboards(), dialog);
  return createOrUpdate(
    useMutation(trpc.leaderboards.create.mutationOptions(options)),
    useMutation(trpc.leaderboards.update.mutationOptions(options)),
  );
}
