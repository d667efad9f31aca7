/** Tells, where rules and automations are shown, that changes of them wait in change sets that are not published yet. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ChangeSetSummary } from '@/contract/change-set';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Badge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tooltip } from '@/components/ui/tooltip';
import { useTRPC } from '@/trpc/client';

const MOST = 100;

/** The waiting sets of one program. @param programId undefined: none. @param shown whether what they mark is shown: it never waits for them. */
export function useWaitingSets(programId: string | undefined, shown: boolean): readonly ChangeSetSummary[] {
  const enabled = shown && programId !== undefined;
  const query = useTRPC().changeSets.list.queryOptions({ id: programId ?? '', waiting: true, limit: MOST }, { enabled });
  return useQuery(query).data?.data ?? [];
}

/** Renders nothing for a rule without waiting changes. */
export function WaitingBadge({ ruleId, sets }: { ruleId: string; sets: readonly ChangeSetSummary[] }) {
  const own = sets.filter(({ changes }) => changes.some(({ id }) => id === ruleId));
  if (own.length === 0) return null;
  return (
    <Tooltip text={`A change waits in ${own.map(({ name }) => `“${name}”`).join(', ')}.`}>
      <span tabIndex={0} className="inline-flex">
        <Badge tone="info">Change waits</Badge>
      </span>
    </Tooltip>
  );
}

interface WaitingNoteProps {
  programId: string;
  id: string;
  what: 'rule' | 'automation';
}

/** Renders nothing for what has no waiting changes. */
export function WaitingNote({ programId, id: changed_id, what }: WaitingNoteProps) {
  const query = useTRPC().changeSets.list.queryOptions({ id: programId, waiting: true, changed_id, limit: MOST });
  const sets = useQuery(query).data?.data ?? [];
  if (sets.length === 0) return null;
  return (
    <ul className="bg-info-soft rounded-panel mb-4 flex flex-col gap-1 px-3 py-2" aria-label="Waiting changes">
      {sets.map(({ id, name, publish_at }) => (
        <li key={id}>
          A change of this {what} waits in{' '}
          <ScopedLink href={`/rules/change-sets/${id}`} className="text-accent underline">
            {name}
          </ScopedLink>
          {publish_at === null ? (
            ', which is not published yet.'
          ) : (
            <>
              , which goes live <RelativeTime at={publish_at} />.
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
