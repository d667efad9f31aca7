/** One webhook endpoint at its own URL. */
import type { Metadata } from 'next';
import { EndpointDetail } from '@/components/webhooks/endpoint-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Webhook endpoint' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Webhook endpoint" list={{ href: '/webhooks', label: 'Webhooks' }}>
      <EndpointDetail id={(await params).id} />
    </DetailPage>
  );
}
