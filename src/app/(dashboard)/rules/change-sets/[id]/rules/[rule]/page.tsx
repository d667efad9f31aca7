/** The form of a rule that a change set creates or changes; `new` begins another one. */
import type { Metadata } from 'next';
import { DraftedRulePage } from '@/components/change-sets/drafted-rule-page';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Draft of a rule' };

export default async function Page({ params }: { params: Promise<{ id: string; rule: string }> }) {
  const { id, rule } = await params;
  return (
    <DetailPage title="Draft of a rule" wide list={{ href: `/rules/change-sets/${id}`, label: 'Change set' }}>
      <DraftedRulePage setId={id} ruleId={rule === 'new' ? null : rule} />
    </DetailPage>
  );
}
