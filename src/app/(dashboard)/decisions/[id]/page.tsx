/** One decision at its own URL. */
import type { Metadata } from 'next';
import { DecisionDetail } from '@/components/decisions/decision-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Decision' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Decision" list={{ href: '/decisions', label: 'Decisions' }}>
      <DecisionDetail id={(await params).id} />
    </DetailPage>
  );
}
