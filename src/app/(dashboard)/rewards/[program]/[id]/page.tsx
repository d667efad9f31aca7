/** One reward at its own URL. */
import type { Metadata } from 'next';
import { RewardDetail } from '@/components/rewards/reward-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Reward' };

export default async function Page({ params }: { params: Promise<{ program: string; id: string }> }) {
  const { program, id } = await params;
  return (
    <DetailPage title="Reward" list={{ href: '/rewards', label: 'Rewards' }}>
      <RewardDetail programId={program} id={id} />
    </DetailPage>
  );
}
