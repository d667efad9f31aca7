/** Finds one participant by external id; what was found is chosen with a press. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Participant } from '@/contract/participant';
import { participantName } from '@/components/participants/participant-name';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';

const OFFERED = 5;

export interface ParticipantPickerProps {
  label: string;
  hint?: string;
  error?: string;
  chosen: Participant | null;
  onChoose: (participant: Participant | null) => void;
}

export function ParticipantPicker({ label, hint, error, chosen, onChoose }: ParticipantPickerProps) {
  const [text, setText] = useState('');
  const search = text.trim();
  const found = useQuery(
    useTRPC().participants.list.queryOptions(
      { ...(search ? { search } : {}), status: 'ACTIVE', limit: OFFERED },
      { enabled: chosen === null, placeholderData: keepPreviousData },
    ),
  ).data?.data;
  const type = (next: string) => {
    setText(next);
    onChoose(null);
  };
  return (
    <div className="flex flex-col gap-1">
      <Field label={label} required hint={hint} error={error}>
        <Input
          autoComplete="off"
          placeholder="External id"
          value={chosen ? participantName(chosen) : text}
          onChange={(event) => type(event.target.value)}
        />
      </Field>
      {!chosen && found && (
        <ul aria-label={`Found for ${label}`} className="panel flex flex-col p-1">
          {found.map((participant) => (
            <li key={participant.id}>
              <Button variant="quiet" className="w-full justify-start" onClick={() => onChoose(participant)}>
                {participantName(participant)}
                <span className="text-ink-faint truncate font-normal">{participant.external_id}</span>
              </Button>
            </li>
          ))}
          {found.length === 0 && <li className="text-ink-soft px-2 py-1">No active participant has this external id.</li>}
        </ul>
      )}
    </div>
  );
}
