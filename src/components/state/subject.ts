/** Whoever has state, a participant, a group or a program: the same panels and procedures serve all three. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

export interface Subject {
  readonly kind: 'participants' | 'groups' | 'programs';
  readonly id: string;
  readonly name: string;
  /** Whether its state may be changed at all. */
  readonly changeable: boolean;
  /** Whose tiers it can stand in. Programs stand in none. */
  readonly program_ids: readonly string[];
}

/** The procedures of the subject's state, and how to ask anew for all that shows it. */
export function useStateApi({ kind }: Pick<Subject, 'kind'>) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { state: trpc[kind].state, refresh: () => void queries.invalidateQueries(trpc[kind].pathFilter()) };
}
