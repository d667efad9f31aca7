/** A holder of balances, participant or group: the same tables, dialogs and procedures serve both. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import type { BalanceRow } from '@/contract/balance';
import { useTRPC } from '@/trpc/client';

export interface HolderPage {
  readonly kind: 'participants' | 'groups';
  readonly id: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'CLOSED' | 'ARCHIVED';
  readonly balances: readonly BalanceRow[];
  readonly program_ids: readonly string[];
}

/** The procedures for the holder's balances, and a refresh of every query that shows them. */
export function useHolderApi({ kind }: Pick<HolderPage, 'kind'>) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { balances: trpc[kind].balances, refresh: () => void queries.invalidateQueries(trpc[kind].pathFilter()) };
}
