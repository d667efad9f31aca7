/** Lists every change of a subject's state, newest first: before, after, and the cause. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { STATE_TYPES } from '@/domain/choices';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { ScopedLink } from '@/components/shell/scoped-link';
import { statusLabel } from '@/components/ui/badge';
import { Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { fieldsOf } from '@/domain/fields';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import type { SubjectPage } from './subject';

type StateHistoryEntry = Outputs['participants']['activity']['stateHistory']['data'][number];

const SHOWN = 25;

/** A short form of a value; a tier level by its key. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return '—';
  if (typeof value === 'string') return value;
  const { level } = fieldsOf(value);
  return typeof level === 'string' ? level : JSON.stringify(value);
}

const changeText = ({ state_type, old_value, new_value, operation }: StateHistoryEntry): string =>
  state_type === 'TAG' ? statusLabel(operation) : `${valueText(old_value)} → ${valueText(new_value)}`;

const Source = ({ entry: { source, event_id, rule_id } }: { entry: StateHistoryEntry }) => {
  const text = statusLabel(source);
  const href = event_id ? `/events/${event_id}` : rule_id ? `/rules/${rule_id}` : null;
  if (!href) return text;
  return (
    <ScopedLink href={href} className="text-accent hover:underline">
      {text}
    </ScopedLink>
  );
};

const COLUMNS: Column<StateHistoryEntry>[] = [
  { header: 'What', cell: (row) => statusLabel(row.state_type), text: (row) => row.state_type },
  { header: 'Key', cell: (row) => <span className="font-medium">{row.key}</span>, text: (row) => row.key },
  { header: 'Change', cell: changeText, text: changeText },
  { header: 'By', from: 'sm', cell: (row) => <Source entry={row} />, text: (row) => row.source },
  { header: 'When', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function StateHistory({ subject: { id, kind } }: { subject: SubjectPage & { kind: 'participants' | 'groups' } }) {
  const [type, setType] = useState<(typeof STATE_TYPES)[number] | null>(null);
  const list = useEmbeddedList({ filtered: type !== null, clearFilters: () => setType(null), sort: { by: 'created_at', dir: 'desc' } });
  const input = { id, limit: SHOWN, state_type: type ?? undefined, cursor: list.cursor };
  const options = { refetchInterval: LIVE_MS, placeholderData: keepPreviousData } as const;
  const query = useQuery(useTRPC()[kind].activity.stateHistory.queryOptions(input, options));
  return (
    <Part title="History">
      <FilterBar>
        <ChoiceFilter
          label="Kind"
          options={STATE_TYPES}
          value={type}
          onChange={(next) => {
            setType(next);
            list.startOver();
          }}
        />
      </FilterBar>
      <DataTable
        name="History of the state"
        columns={COLUMNS}
        query={query}
        state={list.state}
        rowId={(row) => row.id}
        empty={<EmptyState title="No state changes yet." />}
      />
    </Part>
  );
}
