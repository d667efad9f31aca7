/** Cancels many reservations at once, one call each. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Bulk } from '@/components/bulk/action';
import { asksReason } from '@/components/bulk/reason';
import { useMay } from '@/components/shell/session';
import { useTRPC } from '@/trpc/client';
import type { StoredDecision } from './stored-decision';
import { useRefreshDecisions } from './use-decisions';
import { basketText, cancelConsequence } from './words';

/** @param nameOf the participant's name. */
export function useDecisionBulk(nameOf: (row: StoredDecision) => string): Bulk<StoredDecision> | undefined {
  const { symbolOf } = useAssetIndex();
  const cancel = useMutation(useTRPC().decisions.cancel.mutationOptions());
  const refresh = useRefreshDecisions();
  const { change } = useMay();
  if (!change) return undefined;
  const whom = (rows: readonly StoredDecision[]) => {
    const people = new Set(rows.map(({ participant_id }) => participant_id)).size;
    return people === 1 && rows[0] ? nameOf(rows[0]) : `${people} participants`;
  };
  return {
    noun: ['reservation', 'reservations'],
    idOf: ({ id }) => id,
    nameOf: (row) => `${basketText(row)} of ${nameOf(row)}`,
    pathOf: ({ id }) => `/decisions/${id}`,
    actions: [
      {
        verb: 'Cancel',
        done: 'cancelled',
        refuse: 'Leave them',
        dangerous: true,
        consequence: (rows) => cancelConsequence(rows, whom(rows), symbolOf),
        asks: asksReason(false),
        act: ({ id }, { reason = '' }) => cancel.mutateAsync({ id, reason: reason.trim() || undefined }),
      },
    ],
    refresh,
  };
}
