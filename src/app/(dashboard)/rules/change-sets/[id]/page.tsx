/** One change set at its own URL, which is the link to share. */
import type { Metadata } from 'next';
import { ChangeSetDetail } from '@/components/change-sets/change-set-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Change set' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <DetailPage title="Change set" list={{ href: '/rules/change-sets', label: 'Change sets' }}>
      <ChangeSetDetail id={id} />
    </DetailPage>
  );
}
