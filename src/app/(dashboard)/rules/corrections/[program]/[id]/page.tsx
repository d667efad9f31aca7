/** One correction at its own URL. */
import type { Metadata } from 'next';
import { CorrectionDetail } from '@/components/corrections/correction-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Correction' };

export default async function Page({ params }: { params: Promise<{ program: string; id: string }> }) {
  const { program, id } = await params;
  return (
    <DetailPage title="Correction" list={{ href: '/rules/corrections', label: 'Corrections' }}>
      <CorrectionDetail programId={program} id={id} />
    </DetailPage>
  );
}
