/** The status changes a reward allows now; each states its consequence for participants first. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reward } from '@/contract/reward';
import { REWARD_MOVES, type RewardStatus } from '@/domain/choices';
import { counted } from '@/components/bulk/action';
import { useProgramNames } from '@/components/programs/program-names';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { groupDigits } from '@/components/ui/money';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import { remainingWords } from './use-reward-bulk';

const RewardDialog = onDemand(() => import('./reward-dialog').then((loaded) => loaded.RewardDialog));

interface Move {
  readonly verb: string;
  readonly consequence: string;
  readonly dangerous: boolean;
}

/** @param price of one unit, in words. */
function moveOf(reward: Reward, target: RewardStatus, price: string): Move {
  const left = reward.remaining === null ? 'any number of times' : counted(reward.remaining, ['more time', 'more times']);
  switch (target) {
    case 'ACTIVE':
      return {
        verb: reward.status === 'DRAFT' ? 'Publish' : 'Offer again',
        consequence: `Participants can redeem it for ${price}, ${left}.`,
        dangerous: false,
      };
    case 'OUT_OF_STOCK':
      return {
        verb: 'Stop offering',
        consequence: 'Nobody can redeem it until you offer it again. Pending redemptions do not change.',
        dangerous: false,
      };
    case 'DRAFT': // nothing becomes a draft again
    case 'ARCHIVED':
      return {
        verb: 'Archive',
        consequence: `It leaves the catalog permanently. ${remainingWords(reward.redeemed_count)}`,
        dangerous: true,
      };
  }
}

export function RewardActions({ reward, symbol }: { reward: Reward; symbol: string | undefined }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const programOf = useProgramNames();
  const { change } = useMay();
  const [editing, setEditing] = useState(false);
  const [target, setTarget] = useState<RewardStatus | null>(null);
  const update = useMutation(
    trpc.programs.rewards.update.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.programs.rewards.pathFilter()) }),
  );
  const targets = REWARD_MOVES[reward.status];
  if (!change || targets.length === 0) return null;
  const price = reward.unit_cost === null ? `any amount of ${symbol ?? ''}` : `${groupDigits(reward.unit_cost)} ${symbol ?? ''} each`;
  const move = target && moveOf(reward, target, price);
  return (
    <div className="flex flex-wrap gap-2">
      <Button aria-haspopup="dialog" onClick={() => setEditing(true)}>
        Edit
      </Button>
      {targets.map((status) => (
        <Button
          key={status}
          variant={status === 'ARCHIVED' ? 'quiet' : 'secondary'}
          aria-haspopup="dialog"
          onClick={() => setTarget(status)}
        >
          {moveOf(reward, status, price).verb}
        </Button>
      ))}
      {editing && (
        <RewardDialog
          program={{ id: reward.program_id, name: programOf(reward.program_id) ?? '' }}
          reward={reward}
          onClose={() => setEditing(false)}
        />
      )}
      {target && move && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setTarget(null)}
          title={`${move.verb} “${reward.name}”?`}
          consequence={move.consequence}
          confirmLabel={`${move.verb} reward`}
          dangerous={move.dangerous}
          onConfirm={() => update.mutateAsync({ id: reward.program_id, reward_id: reward.id, status: target })}
        />
      )}
    </div>
  );
}
