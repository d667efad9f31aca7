/** One challenge at its own URL. */
import type { Metadata } from 'next';
import { ChallengeDetail } from '@/components/challenges/challenge-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Challenge' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <DetailPage title="Challenge" list={{ href: '/challenges', label: 'Challenges' }}>
      <ChallengeDetail id={id} />
    </DetailPage>
  );
}
