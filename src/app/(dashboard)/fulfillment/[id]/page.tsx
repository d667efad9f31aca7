/** One fulfillment account at its own URL. */
import type { Metadata } from 'next';
import { AccountDetail } from '@/components/fulfillment/account-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Fulfillment account' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Fulfillment account" list={{ href: '/fulfillment', label: 'Fulfillment' }}>
      <AccountDetail id={(await params).id} />
    </DetailPage>
  );
}
