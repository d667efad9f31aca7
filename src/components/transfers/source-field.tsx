/** Chooses who gives: a participant, found by external id, or a group. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Participant } from '@/contract/participant';
import { ParticipantPicker } from '@/components/groups/participant-picker';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import type { TransferGiver } from './transfer-draft';

const KINDS = [
  { value: 'participants', label: 'A participant' },
  { value: 'groups', label: 'A group' },
] as const;
const GROUPS_OFFERED = 200;

interface TransferSourceFieldProps {
  source: TransferGiver | null;
  onChoose: (source: TransferGiver | null) => void;
  error: string | undefined;
}

export function SourceField({ source, onChoose, error }: TransferSourceFieldProps) {
  const [kind, setKind] = useState<TransferGiver['kind']>('participants');
  const [participant, setParticipant] = useState<Participant | null>(null);
  const groups = useQuery(
    useTRPC().groups.list.queryOptions(
      { limit: GROUPS_OFFERED, status: 'ACTIVE', sort_by: 'name', sort_dir: 'asc' },
      { enabled: kind === 'groups', staleTime: 60_000 },
    ),
  ).data?.data;
  const choose = (chosen: Participant | null) => {
    setParticipant(chosen);
    onChoose(chosen && { kind: 'participants', id: chosen.id });
  };
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <Field label="From" required>
        <Select
          options={KINDS}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setParticipant(null);
            onChoose(null);
          }}
        />
      </Field>
      {kind === 'participants' ? (
        <ParticipantPicker label="Giving participant" error={error} chosen={participant} onChoose={choose} />
      ) : (
        <Field label="Giving group" required error={error}>
          <Select
            options={(groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={source?.kind === 'groups' ? source.id : ''}
            onChange={(id) => onChoose({ kind: 'groups', id })}
          />
        </Field>
      )}
    </div>
  );
}
