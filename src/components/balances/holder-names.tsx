/** Names of participants and groups that a record knows by id only. */
'use client';
import { useQueries } from '@tanstack/react-query';
import { participantName } from '@/components/participants/participant-name';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useTRPC } from '@/trpc/client';

/** Exactly one of the two ids, as records of the API name a holder. */
export interface Party {
  readonly participant_id?: string | undefined;
  readonly group_id?: string | undefined;
}

/** Whom an account of the ledger belongs to; nobody for those of programs and of the service. */
export function partyOf({ type, id }: { type: string; id: string }): Party | undefined {
  if (type === 'PARTICIPANT') return { participant_id: id };
  return type === 'GROUP' ? { group_id: id } : undefined;
}

const FRESH_MS = 300_000;

const unique = (ids: readonly (string | undefined)[]): string[] => [...new Set(ids.filter((id) => id !== undefined))];

/** The name of each of `parties`; the end of its id while unknown. */
export function useHolderNames(parties: readonly Party[]): (party: Party) => string {
  const trpc = useTRPC();
  const people = useQueries({
    queries: unique(parties.map((party) => party.participant_id)).map((id) =>
      trpc.participants.get.queryOptions({ id }, { staleTime: FRESH_MS, retry: false }),
    ),
  });
  const groups = useQueries({
    queries: unique(parties.map((party) => party.group_id)).map((id) =>
      trpc.groups.get.queryOptions({ id }, { staleTime: FRESH_MS, retry: false }),
    ),
  });
  const names = new Map<string, string>();
  for (const { data } of people) if (data) names.set(data.id, participantName(data));
  for (const { data } of groups) if (data) names.set(data.id, data.name);
  return ({ participant_id, group_id }) => {
    const id = participant_id ?? group_id ?? '';
    return names.get(id) ?? `…${id.slice(-8)}`;
  };
}

export const HolderLink = ({ party, name }: { party: Party; name: string }) => (
  <ScopedLink
    href={party.group_id ? `/groups/${party.group_id}` : `/participants/${party.participant_id}`}
    className="text-accent hover:underline"
    onClick={(event) => event.stopPropagation()}
  >
    {name}
  </ScopedLink>
);
