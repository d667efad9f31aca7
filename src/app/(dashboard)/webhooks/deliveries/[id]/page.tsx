/** One webhook delivery at its own URL. */
import type { Metadata } from 'next';
import { DeliveryDetail } from '@/components/webhooks/delivery-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Webhook delivery' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Webhook delivery" list={{ href: '/webhooks/deliveries', label: 'Deliveries' }}>
      <DeliveryDetail id={(await params).id} />
    </DetailPage>
  );
}
