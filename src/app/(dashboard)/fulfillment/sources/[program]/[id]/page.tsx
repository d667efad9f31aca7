/** One reward source at its own URL. */
import type { Metadata } from 'next';
import { SourceDetail } from '@/components/fulfillment/source-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Reward source' };

export default async function Page({ params }: { params: Promise<{ program: string; id: string }> }) {
  const { program, id } = await params;
  return (
    <DetailPage title="Reward source" list={{ href: '/fulfillment/sources', label: 'Reward sources' }}>
      <SourceDetail programId={program} id={id} />
    </DetailPage>
  );
}
