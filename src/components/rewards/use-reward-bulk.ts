/** Publishes and archives many rewards at once. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import type { Reward } from '@/contract/reward';
import { REWARD_MOVES, type RewardStatus } from '@/domain/choices';
import { counted, type Bulk, type BulkAction } from '@/components/bulk/action';
import { useMay } from '@/components/shell/session';
import { useTRPC, useTRPCClient } from '@/trpc/client';

const NOUN = ['reward', 'rewards'] as const;

const mayBecome = (reward: Reward, status: RewardStatus): boolean => REWARD_MOVES[reward.status].includes(status);

/** What an archived reward leaves behind. @param redeemed units so far. */
export function remainingWords(redeemed: number): string {
  if (redeemed === 0) return 'No unit has been redeemed so far.';
  const units = counted(redeemed, ['unit', 'units']);
  return `${units} redeemed so far ${redeemed === 1 ? 'does' : 'do'} not change, and pending redemptions can still be captured or cancelled.`;
}

export function useRewardBulk(): Bulk<Reward> | undefined {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const { change } = useMay();
  if (!change) return undefined;
  const moveTo =
    (status: RewardStatus): BulkAction<Reward>['act'] =>
    ({ program_id, id }) =>
      client.programs.rewards.update.mutate({ id: program_id, reward_id: id, status });
  return {
    noun: NOUN,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    pathOf: ({ program_id, id }) => `/rewards/${program_id}/${id}`,
    actions: [
      {
        verb: 'Publish',
        done: 'published',
        offered: {
          to: (reward) => mayBecome(reward, 'ACTIVE'),
          others: 'Only drafts and rewards that are not offered now can be published.',
        },
        consequence: (rows) => `Offers ${counted(rows.length, NOUN)} to participants, each at its price.`,
        act: moveTo('ACTIVE'),
      },
      {
        verb: 'Archive',
        done: 'archived',
        dangerous: true,
        offered: { to: (reward) => mayBecome(reward, 'ARCHIVED'), others: 'Archived rewards stay archived.' },
        consequence: (rows) => {
          const redeemed = rows.reduce((sum, { redeemed_count }) => sum + redeemed_count, 0);
          return `Takes ${counted(rows.length, NOUN)} out of the catalog permanently. ${remainingWords(redeemed)}`;
        },
        act: moveTo('ARCHIVED'),
      },
    ],
    refresh: () => void queries.invalidateQueries(trpc.programs.rewards.pathFilter()),
  };
}
