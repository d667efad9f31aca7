import type { Metadata } from 'next';
import { EventDetail } from '@/components/events/event-detail';

export const metadata: Metadata = { title: 'Event' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <EventDetail id={(await params).id} />;
}
