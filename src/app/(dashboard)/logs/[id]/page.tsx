/** One API request at its own URL. */
import type { Metadata } from 'next';
import { LogDetail } from '@/components/logs/log-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'API request' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="API request" list={{ href: '/logs', label: 'Logs' }}>
      <LogDetail id={(await params).id} />
    </DetailPage>
  );
}
