/** One notice at its own URL. */
import type { Metadata } from 'next';
import { NoticeDetail } from '@/components/notices/notice-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Notice' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Notice" list={{ href: '/notices/sent', label: 'Sent notices' }}>
      <NoticeDetail id={(await params).id} />
    </DetailPage>
  );
}
