/** One referral program at its own URL. */
import type { Metadata } from 'next';
import { ReferralProgramDetail } from '@/components/referrals/referral-program-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Referral program' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <DetailPage title="Referral program" list={{ href: '/referrals', label: 'Referrals' }}>
      <ReferralProgramDetail id={id} />
    </DetailPage>
  );
}
