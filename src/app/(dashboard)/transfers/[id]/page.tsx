/** One transfer at its own URL. */
import type { Metadata } from 'next';
import { TransferDetail } from '@/components/transfers/transfer-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Transfer' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Transfer" list={{ href: '/transfers', label: 'Transfers' }}>
      <TransferDetail id={(await params).id} />
    </DetailPage>
  );
}
