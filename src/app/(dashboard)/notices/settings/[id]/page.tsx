/** One setting of notices at its own URL. */
import type { Metadata } from 'next';
import { SettingDetail } from '@/components/notices/setting-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Notice setting' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Notice setting" list={{ href: '/notices', label: 'Notices' }}>
      <SettingDetail id={(await params).id} />
    </DetailPage>
  );
}
