/** One journal entry at its own URL. */
import type { Metadata } from 'next';
import { EntryDetail } from '@/components/ledger/entry-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Journal entry' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Journal entry" list={{ href: '/ledger', label: 'Ledger' }}>
      <EntryDetail id={(await params).id} />
    </DetailPage>
  );
}
