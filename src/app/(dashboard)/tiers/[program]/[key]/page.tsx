/** One tier at its own URL. */
import type { Metadata } from 'next';
import { TierDetail } from '@/components/tiers/tier-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Tier' };

export default async function Page({ params }: { params: Promise<{ program: string; key: string }> }) {
  const { program, key } = await params;
  return (
    <DetailPage title="Tier" list={{ href: '/tiers', label: 'Tiers' }}>
      <TierDetail programId={program} tierKey={key} />
    </DetailPage>
  );
}
