import type { Metadata } from 'next';
import { ParticipantDetail } from '@/components/participants/participant-detail';

export const metadata: Metadata = { title: 'Participant' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <ParticipantDetail id={(await params).id} />;
}
