/** One redemption at its own URL. */
import type { Metadata } from 'next';
import { RedemptionDetail } from '@/components/redemptions/redemption-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Redemption' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Redemption" list={{ href: '/redemptions', label: 'Redemptions' }}>
      <RedemptionDetail id={(await params).id} />
    </DetailPage>
  );
}
