/** One closed period at its own URL. */
import type { Metadata } from 'next';
import { PeriodDetail } from '@/components/periods/period-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Period' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Period" list={{ href: '/reports/periods', label: 'Periods' }}>
      <PeriodDetail id={(await params).id} />
    </DetailPage>
  );
}
