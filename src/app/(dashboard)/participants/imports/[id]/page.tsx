/** One import at its own URL. */
import type { Metadata } from 'next';
import { ImportDetail } from '@/components/imports/import-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Import' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Import" list={{ href: '/participants/imports', label: 'Imports' }}>
      <ImportDetail id={(await params).id} />
    </DetailPage>
  );
}
