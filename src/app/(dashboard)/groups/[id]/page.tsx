/** One group at its own URL. */
import type { Metadata } from 'next';
import { GroupDetail } from '@/components/groups/group-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Group' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Group" list={{ href: '/groups', label: 'Groups' }}>
      <GroupDetail id={(await params).id} />
    </DetailPage>
  );
}
