/** One campaign at its own URL. */
import type { Metadata } from 'next';
import { CampaignDetail } from '@/components/campaigns/campaign-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Campaign' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <DetailPage title="Campaign" list={{ href: '/campaigns', label: 'Campaigns' }}>
      <CampaignDetail id={id} />
    </DetailPage>
  );
}
