/** The live list of events. */
import type { Metadata } from 'next';
import { EventsPage } from '@/components/events/events-page';

export const metadata: Metadata = { title: 'Events' };

const Page = () => <EventsPage />;
export default Page;
