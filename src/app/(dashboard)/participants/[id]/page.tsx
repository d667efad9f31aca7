/** One participant at its own URL. */
import type { Metadata } from 'next';
import { ParticipantDetail } from '@/components/participants/participant-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Participant' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Participant" list={{ href: '/participants', label: 'Participants' }}>
      <ParticipantDetail id={(await params).id} />
    </DetailPage>
  );
}
