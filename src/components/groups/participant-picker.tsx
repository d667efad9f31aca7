/** Finds a participant by external id. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Participant } from '@/contract/participant';
import { participantName } from '@/components/participants/participant-name';
import { RecordPicker } from '@/components/ui/record-picker';
import { useTRPC } from '@/trpc/client';

const OFFERED = 5;

interface ParticipantPickerProps {
  label: string;
  hint?: string;
  error?: string;
  chosen: Participant | null;
  onChoose: (participant: Participant | null) => void;
}

export function ParticipantPicker({ chosen, ...field }: ParticipantPickerProps) {
  const [text, setText] = useState('');
  const search = text.trim();
  const { data, error: failure } = useQuery(
    useTRPC().participants.list.queryOptions(
      { ...(search ? { search } : {}), status: 'ACTIVE', limit: OFFERED },
      { enabled: chosen === null, placeholderData: keepPreviousData },
    ),
  );
  return (
    <RecordPicker
      {...field}
      placeholder="External id"
      text={text}
      onType={setText}
      chosen={chosen && participantName(chosen)}
      found={data?.data.map((row) => ({ row, id: row.id, title: participantName(row), note: row.external_id }))}
      failure={failure}
      none="No active participant has this external id."
    />
  );
}
