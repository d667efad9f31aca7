/** Lists every notice that was sent, newest first, with what its participant did afterwards. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral } from 'nuqs';
import type { Notice } from '@/contract/notice';
import { NOTICE_KINDS } from '@/domain/notices/kinds';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { liveList, useListState } from '@/components/data-table/list-state';
import { RecordTable } from '@/components/data-table/record-table';
import { useProgramFilter } from '@/components/shell/program-filter';
import { ScopedLink } from '@/components/shell/scoped-link';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { kindLabel } from './kind-words';
import { NoticeViews } from './notice-views';
import { useNoticeColumns } from './sent-notices';

const NoticeDetail = onDemand(() => import('./notice-detail').then((loaded) => loaded.NoticeDetail), FILLING);

const FILTERS = { kind: parseAsStringLiteral(NOTICE_KINDS) };
const NO_ROWS: Notice[] = [];

export function NoticesPage() {
  const { values, set, state, input } = useListState(FILTERS, ['sent_at']);
  const program_id = useProgramFilter();
  const query = useQuery(useTRPC().notices.list.queryOptions({ ...input, program_id }, { ...liveList(state) }));
  const columns = useNoticeColumns(query.data?.data ?? NO_ROWS, true);
  const settings = (
    <ScopedLink href="/notices" className="text-accent hover:underline">
      See what is to be told
    </ScopedLink>
  );
  return (
    <>
      <PageHeader title="Notices" description="What participants were told, and whether they came back, spent or earned afterwards." />
      <NoticeViews />
      <FilterBar filtered={state.filtered} views>
        <ChoiceFilter label="Kind" options={NOTICE_KINDS} value={values.kind} onChange={(kind) => set({ kind })} text={kindLabel} />
      </FilterBar>
      <RecordTable
        title="Notice"
        path="/notices"
        detail={(id) => <NoticeDetail id={id} />}
        name="Sent notices"
        columns={[columns.participant, columns.kind, columns.sentence, columns.followed, columns.sent]}
        query={query}
        state={state}
        empty={<EmptyState title="No notice has been sent yet." action={settings} />}
      />
    </>
  );
}
