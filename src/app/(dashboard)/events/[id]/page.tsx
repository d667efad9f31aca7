/** One event at its own URL. */
import type { Metadata } from 'next';
import { EventDetail } from '@/components/events/event-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Event' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Event" list={{ href: '/events', label: 'Events' }}>
      <EventDetail id={(await params).id} />
    </DetailPage>
  );
}
