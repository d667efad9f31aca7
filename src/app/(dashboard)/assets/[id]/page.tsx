/** One asset at its own URL. */
import type { Metadata } from 'next';
import { AssetDetail } from '@/components/assets/asset-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Asset' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Asset" list={{ href: '/assets', label: 'Assets' }}>
      <AssetDetail id={(await params).id} />
    </DetailPage>
  );
}
