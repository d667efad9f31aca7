/** One batch of codes at its own URL. */
import type { Metadata } from 'next';
import { BatchDetail } from '@/components/codes/batch-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Batch of codes' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <DetailPage title="Batch of codes" list={{ href: '/codes', label: 'Codes' }}>
      <BatchDetail id={id} />
    </DetailPage>
  );
}
