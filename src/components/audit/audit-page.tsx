/** Lists configuration changes and manual operations on value, newest first; each row opens its details. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import type { AuditEntry } from '@/contract/audit-log';
import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_RESOURCES } from '@/domain/audit';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter, WindowFilter } from '@/components/data-table/filters';
import { liveList, useListState } from '@/components/data-table/list-state';
import { RecordTable } from '@/components/data-table/record-table';
import { exportAddress } from '@/components/exports/export-address';
import { useProgramFilter } from '@/components/shell/program-filter';
import { statusLabel } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { ActionBadge, actorKind, actorText, resourceKind } from './audit-text';

const AuditDetail = onDemand(() => import('./audit-detail').then((loaded) => loaded.AuditDetail), FILLING);

const FILTERS = {
  resource_type: parseAsStringLiteral(AUDIT_RESOURCES),
  action: parseAsStringLiteral(AUDIT_ACTIONS),
  actor_type: parseAsStringLiteral(AUDIT_ACTORS),
  resource_id: parseAsString,
  actor_id: parseAsString,
  request_id: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

const COLUMNS: Column<AuditEntry>[] = [
  {
    header: 'Who',
    cell: (row) => (
      <span className="flex max-w-20 flex-col sm:max-w-44">
        <span className="truncate">{actorText(row)}</span>
        {row.on_behalf_of && <span className="text-ink-soft truncate text-xs">for {row.on_behalf_of}</span>}
      </span>
    ),
    text: actorText,
  },
  { header: 'Action', from: 'sm', cell: (row) => <ActionBadge action={row.action} />, text: (row) => row.action },
  {
    header: 'Resource',
    cell: (row) => (
      <span className="flex max-w-52 flex-col">
        <span className="truncate">{row.resource_name ?? <CopyableId id={row.resource_id} />}</span>
        <span className="text-ink-soft truncate text-xs">
          <span className="sm:hidden">{statusLabel(row.action)} · </span>
          {resourceKind(row.resource_type)}
        </span>
      </span>
    ),
    text: (row) => row.resource_name ?? row.resource_id,
  },
  {
    header: 'What changed',
    from: 'md',
    cell: (row) => <span className="text-ink-soft block truncate">{changeText(row)}</span>,
    text: changeText,
  },
  { header: 'When', sort: 'created_at', cell: (row) => <RelativeTime at={row.created_at} real />, text: (row) => row.created_at },
];

const FIELDS_SHOWN = 3;

/** In a sentence, where there is one. */
function changeText(row: AuditEntry): string {
  return row.summary ?? fieldsText(row);
}

function fieldsText({ before, after }: AuditEntry): string {
  const fields = Object.keys(after ?? before ?? {});
  const more = fields.length - FIELDS_SHOWN;
  return [...fields.slice(0, FIELDS_SHOWN), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

export function AuditPage() {
  const { values, set, state, input, matching } = useListState(FILTERS, ['created_at']);
  const program = useProgramFilter();
  const query = useQuery(useTRPC().auditLog.list.queryOptions({ ...input, program_id: program }, liveList(state)));
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every configuration change and every operation on value, by API key or person. Entries cannot be changed or removed."
      />
      <FilterBar filtered={state.filtered} views>
        <ChoiceFilter
          label="What"
          options={AUDIT_RESOURCES}
          value={values.resource_type}
          onChange={(resource_type) => set({ resource_type })}
          text={resourceKind}
        />
        <ChoiceFilter
          label="Action"
          options={AUDIT_ACTIONS}
          value={values.action}
          onChange={(action) => set({ action })}
          text={statusLabel}
        />
        <ChoiceFilter
          label="Who"
          options={AUDIT_ACTORS}
          value={values.actor_type}
          onChange={(actor_type) => set({ actor_type })}
          text={actorKind}
        />
        <SearchFilter label="Resource id" value={values.resource_id} onChange={(resource_id) => set({ resource_id })} />
        <SearchFilter label="Key or person id" value={values.actor_id} onChange={(actor_id) => set({ actor_id })} />
        <SearchFilter label="Request id" value={values.request_id} onChange={(request_id) => set({ request_id })} />
        <WindowFilter from={values.from} to={values.to} onClear={() => set({ from: null, to: null })} />
      </FilterBar>
      <RecordTable
        name="Changes"
        title="Change"
        path="/audit"
        detail={(id) => <AuditDetail id={id} />}
        columns={COLUMNS}
        query={query}
        state={state}
        exported={exportAddress('auditLog.list', matching)}
        empty={<EmptyState title="No changes yet." />}
      />
    </>
  );
}
