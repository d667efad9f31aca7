/** Lists what participants are told in time, and lets managers add to it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { parseAsStringLiteral } from 'nuqs';
import type { NoticeSetting } from '@/contract/notice-setting';
import { NOTICE_KINDS, NOTICE_SETTING_STATUSES } from '@/domain/notices/kinds';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { liveList, useListState } from '@/components/data-table/list-state';
import { useCreation } from '@/components/data-table/record-table';
import { useChosenProgram } from '@/components/programs/chosen-program';
import { ProgramsLink } from '@/components/programs/programs-link';
import { useScoped } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { kindLabel } from './kind-words';
import { NoticeViews } from './notice-views';

const SettingDialog = onDemand(() => import('./setting-dialog').then((loaded) => loaded.SettingDialog));

const FILTERS = { status: parseAsStringLiteral(NOTICE_SETTING_STATUSES), kind: parseAsStringLiteral(NOTICE_KINDS) };

const COLUMNS: Column<NoticeSetting>[] = [
  { header: 'Notice', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'Kind', from: 'md', cell: ({ kind }) => kindLabel(kind), text: ({ kind }) => kind },
  { header: 'What it does', from: 'sm', cell: ({ sentence }) => sentence, text: ({ sentence }) => sentence },
  { header: 'Next', from: 'lg', cell: (row) => <RelativeTime at={row.due_at} />, text: (row) => row.due_at ?? '' },
  { header: 'Created', sort: 'created_at', from: 'lg', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function NoticeSettingsPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'name']);
  const { program, none, choice, awaited } = useChosenProgram();
  const query = useQuery(
    useTRPC().noticeSettings.list.queryOptions(
      { ...input, program_id: program?.id },
      { enabled: program !== undefined, ...liveList(state) },
    ),
  );
  const creation = useCreation('New notice');
  const router = useRouter();
  const scoped = useScoped();
  const open = ({ id }: NoticeSetting) => router.push(scoped(`/notices/settings/${id}`));
  return (
    <>
      <PageHeader
        title="Notices"
        description="What participants are told in time: value that expires, levels that end, reservations that run out. Rules can answer each."
        actions={program && creation.button}
      />
      <NoticeViews />
      <FilterBar filtered={state.filtered} views>
        {choice}
        <ChoiceFilter label="Kind" options={NOTICE_KINDS} value={values.kind} onChange={(kind) => set({ kind })} text={kindLabel} />
        <ChoiceFilter label="Status" options={NOTICE_SETTING_STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      {none ? (
        <div className="panel">
          <EmptyState title="Notices belong to a program; create one first." action={<ProgramsLink />} />
        </div>
      ) : (
        <DataTable
          name="Notices"
          rowId={(row) => row.id}
          onOpen={open}
          columns={COLUMNS}
          query={awaited(query)}
          state={state}
          empty={<EmptyState title="Nobody is told yet that points expire or a level ends." action={creation.button} />}
        />
      )}
      {creation.creating && program && <SettingDialog program={program} onClose={creation.close} onSaved={open} />}
    </>
  );
}
