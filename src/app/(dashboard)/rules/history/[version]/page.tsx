/** One version of the rules at its own URL. */
import type { Metadata } from 'next';
import { VersionPage } from '@/components/rules/version-page';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Rules version' };

export default async function Page({ params }: { params: Promise<{ version: string }> }) {
  return (
    <DetailPage title="Rules version" list={{ href: '/rules/history', label: 'History' }}>
      <VersionPage version={(await params).version} />
    </DetailPage>
  );
}
