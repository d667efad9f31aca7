/** One program at its own URL. */
import type { Metadata } from 'next';
import { ProgramDetail } from '@/components/programs/program-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Program' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Program" list={{ href: '/programs', label: 'Programs' }}>
      <ProgramDetail id={(await params).id} />
    </DetailPage>
  );
}
