/** Creates or edits a reward, beside the card participants would see. */
'use client';
import { FormDialog } from '@/components/ui/form-dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Program } from '@/contract/program';
import type { Reward } from '@/contract/reward';
import { useAssetIndex } from '@/components/assets/asset-index';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { createOrUpdate, onceSaved } from '@/components/drafts/saving';
import { priceText } from '@/components/fulfillment/price-text';
import { useSourceChoice } from '@/components/fulfillment/source-field';
import { useTRPC } from '@/trpc/client';
import { PRICED_BY_SOURCE, RewardCard } from './reward-card';
import { newRewardOf, rewardDraft, settingsOf, type RewardDraft } from './reward-draft';
import { RewardFields } from './reward-fields';

interface RewardDialogProps {
  program: Pick<Program, 'id' | 'name'>;
  reward?: Reward;
  onClose: () => void;
  onSaved?: (reward: Reward) => void;
}

export function RewardDialog({ program, reward, onClose, onSaved }: RewardDialogProps) {
  const { all, symbolOf } = useAssetIndex();
  const assets = all.filter(({ program_ids, status }) => status === 'ACTIVE' && program_ids.includes(program.id));
  const edited = useEdited(rewardDraft(reward));
  const draft = { ...edited.draft, asset_id: edited.draft.asset_id || (assets[0]?.id ?? '') };
  // Pins the shown asset once editing begins, even if another is listed first later.
  const edit = (changes: Partial<RewardDraft>) => edited.edit({ asset_id: draft.asset_id, ...changes });
  const provided = draft.measure === 'face_value';
  const sources = useSourceChoice({ programId: program.id, enabled: provided && !reward }, draft.source_id);
  const { source } = sources;
  const created = newRewardOf(program.id, draft, source);
  const saving = useSaving({ onClose, onSaved });
  const errors = saving.failure?.fields ?? {};
  const settings = settingsOf(draft);
  const submit = () => {
    if (reward) saving.update.mutate({ id: program.id, reward_id: reward.id, ...changedFields(settingsOf(edited.base), settings) });
    else if (created) saving.create.mutate(created);
  };
  return (
    <FormDialog
      wide
      title={reward ? `Edit “${reward.name}”` : `New reward of ${program.name}`}
      description={reward ? undefined : 'How it is redeemed, and for which asset, cannot be changed later.'}
      onSubmit={submit}
      onClose={onClose}
      failure={saving.failure}
      submitLabel={reward ? 'Save changes' : 'Create reward'}
      pending={saving.isPending}
      disabled={!reward && !created}
    >
      <DraftNotice {...edited} />
      <div className="grid grid-cols-1 gap-6 md:grid-cols-[minmax(0,1fr)_16rem]">
        <RewardFields {...{ draft, edit, errors, assets, sources }} symbol={symbolOf(draft.asset_id)} existing={reward !== undefined} />
        <div>
          <p className="text-ink-soft mb-1 text-xs font-medium">As participants see it</p>
          <RewardCard
            {...settings}
            symbol={symbolOf(draft.asset_id)}
            price={provided ? ((source && priceText(source, symbolOf(source.asset_id))) ?? PRICED_BY_SOURCE) : undefined}
            remaining={settings.max_total ? Math.max(0, settings.max_total - (reward?.redeemed_count ?? 0)) : null}
          />
        </div>
      </div>
    </FormDialog>
  );
}

function useSaving(dialog: Pick<RewardDialogProps, 'onClose' | 'onSaved'>) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const options = onceSaved<Reward>(() => queries.invalidateQueries(trpc.programs.rewards.pathFilter()), dialog);
  return createOrUpdate(
    useMutation(trpc.programs.rewards.create.mutationOptions(options)),
    useMutation(trpc.programs.rewards.update.mutationOptions(options)),
  );
}
