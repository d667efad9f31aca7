/** A subject of state, a participant, group or program: the same panels and procedures serve all three. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

export interface SubjectPage {
  readonly kind: 'participants' | 'groups' | 'programs';
  readonly id: string;
  readonly name: string;
  /** Whether its state may be changed. */
  readonly changeable: boolean;
  /** The programs whose tiers it can have levels in; none for a program. */
  readonly program_ids: readonly string[];
}

/** The procedures for the subject's state, and a refresh of every query that shows it. */
export function useStateApi({ kind }: Pick<SubjectPage, 'kind'>) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { state: trpc[kind].state, refresh: () => void queries.invalidateQueries(trpc[kind].pathFilter()) };
}
