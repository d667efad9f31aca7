/** Looks up names of participants and groups that a record knows only by id. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Column } from '@/components/data-table/column';
import { participantName } from '@/components/participants/participant-name';
import { ScopedLink } from '@/components/shell/scoped-link';
import { cn } from '@/components/ui/cn';
import { useTRPC } from '@/trpc/client';

/** Exactly one of the two ids, as API records refer to a holder. */
export interface Party {
  readonly participant_id?: string | null | undefined;
  readonly group_id?: string | null | undefined;
}

/** The holder of a ledger account; undefined for accounts of programs and of the service. */
export function partyOf({ type, id }: { type: string; id: string }): Party | undefined {
  if (type === 'PARTICIPANT') return { participant_id: id };
  return type === 'GROUP' ? { group_id: id } : undefined;
}

const FRESH_MS = 300_000;

const unique = (ids: readonly (string | null | undefined)[]): string[] => [...new Set(ids.filter((id) => id != null))].sort();

/** The name of each of `parties`; the end of its id while loading. */
export function useHolderNames(parties: readonly Party[]): (party: Party) => string {
  const participant_ids = unique(parties.map((party) => party.participant_id));
  const group_ids = unique(parties.map((party) => party.group_id));
  const { data } = useQuery(
    useTRPC().holders.names.queryOptions(
      { participant_ids, group_ids },
      { staleTime: FRESH_MS, retry: false, enabled: participant_ids.length + group_ids.length > 0, placeholderData: keepPreviousData },
    ),
  );
  const names = new Map<string, string>();
  for (const participant of data?.participants ?? []) names.set(participant.id, participantName(participant));
  for (const { id, name } of data?.groups ?? []) names.set(id, name);
  return ({ participant_id, group_id }) => {
    const id = participant_id ?? group_id ?? '';
    return names.get(id) ?? `…${id.slice(-8)}`;
  };
}

/** @param nameOf as `useHolderNames` gives it. */
export const participantColumn = <Row extends Party>(nameOf: (party: Party) => string): Column<Row> => ({
  header: 'Participant',
  cell: (row) => <HolderLink party={row} name={nameOf(row)} />,
  text: nameOf,
});

/** @param inText underlined, because within text colour alone does not mark a link. */
export const HolderLink = ({ party, name, inText = false }: { party: Party; name: string; inText?: boolean }) => (
  <ScopedLink
    href={party.group_id ? `/groups/${party.group_id}` : `/participants/${party.participant_id}`}
    className={cn('text-accent', inText ? 'underline' : 'hover:underline')}
    onClick={(event) => event.stopPropagation()}
  >
    {name}
  </ScopedLink>
);
