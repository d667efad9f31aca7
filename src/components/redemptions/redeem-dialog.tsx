/** Redeems an amount or a reward for a participant, after stating its cost. One opening redeems at most once. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Participant, ParticipantDetail } from '@/contract/participant';
import type { Asset } from '@/contract/asset';
import type { BalanceRow } from '@/contract/balance';
import type { Program } from '@/contract/program';
import type { Redemption } from '@/contract/redemption';
import type { Reward } from '@/contract/reward';
import { useAssetIndex } from '@/components/assets/asset-index';
import { ParticipantPicker } from '@/components/groups/participant-picker';
import { NO_AMOUNT } from '@/components/fulfillment/source-draft';
import { useRewardSource } from '@/components/fulfillment/reward-source';
import { participantName } from '@/components/participants/participant-name';
import { measureOf } from '@/components/rewards/measure';
import { useProgramFilter, usePrograms } from '@/components/shell/program-filter';
import { FormDialog } from '@/components/ui/form-dialog';
import { groupDigits } from '@/components/ui/money';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { amountRequest, costOf, minorOf, rewardRequest, type RedeemDraft } from './redeem-draft';
import { RedeemFields } from './redeem-fields';
import { useRefreshRedemptions } from './use-redemptions';

const REWARDS_OFFERED = 200;

const EMPTY: RedeemDraft = {
  program_id: '',
  of: 'REWARD',
  asset_id: '',
  reward_id: '',
  amount: '',
  quantity: '1',
  face_value: '',
  mode: 'INSTANT',
  expires_at: '',
  description: '',
};

interface RedeemDialogProps {
  /** The participant, with what they hold where it is known; chosen in the dialog when absent. */
  participant?: Participant & Partial<Pick<ParticipantDetail, 'balances'>>;
  onClose: () => void;
  onSaved?: (redemption: Redemption) => void;
}

export function RedeemDialog({ participant: given, onClose, onSaved }: RedeemDialogProps) {
  const filter = useProgramFilter();
  const { all, symbolOf } = useAssetIndex();
  const programs = usePrograms().data?.data.filter(({ status }) => status === 'ACTIVE') ?? [];
  const [key] = useState(() => crypto.randomUUID());
  const [participant, setParticipant] = useState<Participant | null>(given ?? null);
  const [typed, setDraft] = useState({ ...EMPTY, program_id: filter ?? '' });
  const program = programs.find(({ id }) => id === typed.program_id) ?? programs[0];
  const rewards = useRewards(program?.id);
  const assets = all.filter(({ program_ids, status }) => status === 'ACTIVE' && program !== undefined && program_ids.includes(program.id));
  const draft = { ...typed, program_id: program?.id ?? '', asset_id: typed.asset_id || firstAsset(assets, program, given?.balances) };
  const edit = (changes: Partial<RedeemDraft>) => setDraft({ ...draft, ...changes });
  const reward = draft.of === 'REWARD' ? rewards.data?.find(({ id }) => id === draft.reward_id) : undefined;
  const source = useRewardSource(reward);
  const redeem = useRedeem({ onClose, onSaved });
  const [misread, setMisread] = useState(false);
  const errors = { ...redeem.failure?.fields, ...(misread ? { face_value_minor: NO_AMOUNT } : {}) };
  const submit = () => {
    if (!participant) return;
    const unreadable = source !== undefined && minorOf(draft, source) === null;
    setMisread(unreadable);
    if (unreadable) return;
    if (reward) redeem.reward.mutate(rewardRequest(draft, { reward, source }, participant.id, key));
    else redeem.amount.mutate(amountRequest(draft, participant.id, key));
  };
  const name = participant ? participantName(participant) : '';
  const cost = costOf(draft, { reward, source });
  const price = cost && `${groupDigits(cost)} ${symbolOf(reward?.asset_id ?? draft.asset_id) ?? ''}`.trim();
  return (
    <FormDialog
      title={given ? `Redeem for ${name}` : 'New redemption'}
      onSubmit={submit}
      onClose={onClose}
      failure={redeem.failure}
      consequence={name && consequenceOf(draft, reward, price, name)}
      submitLabel={draft.mode === 'PENDING' ? 'Reserve' : 'Redeem'}
      pending={redeem.isPending}
      disabled={!participant || (draft.of === 'REWARD' && !reward) || (reward?.reward_source_id != null && !source)}
    >
      {!given && <ParticipantPicker label="Participant" chosen={participant} onChoose={setParticipant} />}
      <RedeemFields {...{ draft, edit, errors, programs, assets, reward, source }} rewards={rewards.data} failure={rewards.error} />
    </FormDialog>
  );
}

function consequenceOf(draft: RedeemDraft, reward: Reward | undefined, price: string | null, name: string): string {
  if (!price) return '';
  if (reward && measureOf(reward) === 'face_value')
    return `Sets ${price} of ${name} aside and orders from the provider: spent once it is delivered, given back if it is not.`;
  if (draft.mode === 'PENDING') return `Sets ${price} of ${name} aside until it is captured or cancelled; refused if there is less.`;
  return `Takes ${price} from ${name} at once; refused if there is less.`;
}

/** The first asset with something to redeem, or else the first. */
function firstAsset(assets: readonly Asset[], program: Program | undefined, balances: readonly BalanceRow[] = []): string {
  const spendable = balances.filter(
    ({ program_id, available }) => program_id === program?.id && !available.startsWith('-') && /[1-9]/.test(available),
  );
  return (assets.find(({ id }) => spendable.some(({ asset_id }) => asset_id === id)) ?? assets[0])?.id ?? '';
}

function useRewards(programId: string | undefined) {
  const input = { id: programId ?? '', status: 'ACTIVE', limit: REWARDS_OFFERED, sort_by: 'name', sort_dir: 'asc' } as const;
  const { data, error } = useQuery(useTRPC().programs.rewards.list.queryOptions(input, { enabled: programId !== undefined }));
  return { data: data?.data, error };
}

function useRedeem({ onClose, onSaved }: Pick<RedeemDialogProps, 'onClose' | 'onSaved'>) {
  const trpc = useTRPC();
  const refresh = useRefreshRedemptions();
  const onSuccess = (redemption: Redemption) => {
    refresh();
    onSaved?.(redemption);
    onClose();
  };
  const amount = useMutation(trpc.participants.redemptions.redeemAmount.mutationOptions({ onSuccess }));
  const reward = useMutation(trpc.participants.redemptions.redeemReward.mutationOptions({ onSuccess }));
  const error = amount.error ?? reward.error;
  return { amount, reward, isPending: amount.isPending || reward.isPending, failure: error ? failureOf(error) : null };
}
