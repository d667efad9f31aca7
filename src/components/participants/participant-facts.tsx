/** Shows every field of a participant's record. */
'use client';
import { useProgramNames } from '@/components/programs/program-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Badge } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Facts } from '@/components/ui/facts';
import { CodeBlock } from '@/components/ui/json-view';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Outputs } from '@/trpc/outputs';
import { profileFacts } from './profile-fields';

type Participant = Outputs['participants']['get'];

export function ParticipantFacts({ participant }: { participant: Participant }) {
  const nameOf = useProgramNames();
  const none = <span className="text-ink-faint">—</span>;
  const counters = Object.entries(participant.counters);
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          { name: 'Id', value: <CopyableId id={participant.id} whole /> },
          { name: 'External id', value: <CopyableId id={participant.external_id} label="External id" whole /> },
          ...profileFacts(participant, none),
          {
            name: 'Programs',
            value: participant.program_ids.length > 0 ? <ProgramLinks ids={participant.program_ids} nameOf={nameOf} /> : none,
          },
          {
            name: 'Tags',
            value:
              participant.tags.length > 0 ? (
                <span className="flex flex-wrap gap-1">
                  {participant.tags.map((tag) => (
                    <Badge key={tag}>{tag}</Badge>
                  ))}
                </span>
              ) : (
                none
              ),
          },
          { name: 'Counters', value: counters.length > 0 ? counters.map(([key, value]) => `${key} ${value}`).join(', ') : none },
          { name: 'Enrolled', value: <RelativeTime at={participant.created_at} /> },
          { name: 'Updated', value: <RelativeTime at={participant.updated_at} /> },
        ]}
      />
      {Object.keys(participant.attributes).length > 0 && (
        <CodeBlock text={JSON.stringify(participant.attributes, null, 2)} label="Attributes" />
      )}
    </div>
  );
}

const ProgramLinks = ({ ids, nameOf }: { ids: readonly string[]; nameOf: (id: string) => string | undefined }) => (
  <span className="flex flex-wrap gap-x-3">
    {ids.map((id) => (
      <ScopedLink key={id} href={`/programs/${id}`} className="text-accent hover:underline">
        {nameOf(id) ?? id}
      </ScopedLink>
    ))}
  </span>
);
