/** One referral at its own URL. */
import type { Metadata } from 'next';
import { ReferralDetail } from '@/components/referrals/referral-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Referral' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <DetailPage title="Referral" list={{ href: '/referrals', label: 'Referrals' }}>
      <ReferralDetail id={id} />
    </DetailPage>
  );
}
