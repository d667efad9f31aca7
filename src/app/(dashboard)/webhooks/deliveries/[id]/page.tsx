import type { Metadata } from 'next';
import { DeliveryDetail } from '@/components/webhooks/delivery-detail';

export const metadata: Metadata = { title: 'Webhook delivery' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <DeliveryDetail id={(await params).id} />;
}
