/** Lists the notices of one participant, or of one setting, within its detail, newest first. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { Notice } from '@/contract/notice';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { useScoped } from '@/components/shell/scoped-link';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { useTRPC } from '@/trpc/client';
import { useNoticeColumns } from './sent-notices';

const SHOWN = 50;
const NO_ROWS: Notice[] = [];

export function EmbeddedNotices({ of }: { of: { readonly participant_id: string } | { readonly setting_id: string } }) {
  const list = useEmbeddedList({ filtered: false, clearFilters: () => undefined, sort: { by: 'sent_at', dir: 'desc' } });
  const query = useQuery(
    useTRPC().notices.list.queryOptions(
      { ...of, limit: SHOWN, cursor: list.cursor },
      { refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
    ),
  );
  const columns = useNoticeColumns(query.data?.data ?? NO_ROWS);
  const router = useRouter();
  const scoped = useScoped();
  const first = 'setting_id' in of ? columns.participant : columns.kind;
  return (
    <DataTable
      name="Sent notices"
      columns={[{ ...first, from: undefined }, columns.sentence, columns.followed, columns.sent]}
      query={query}
      state={list.state}
      rowId={(row) => row.id}
      onOpen={(row) => router.push(scoped(`/notices/${row.id}`))}
      empty={<EmptyState title="No notice has been sent yet." />}
    />
  );
}
