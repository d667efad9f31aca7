/** One rule at its own URL. */
import type { Metadata } from 'next';
import { RuleDetail } from '@/components/rules/rule-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Rule' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Rule" list={{ href: '/rules', label: 'Rules' }}>
      <RuleDetail id={(await params).id} />
    </DetailPage>
  );
}
