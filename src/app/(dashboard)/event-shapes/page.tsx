/** The fields that a program's events contain. */
import type { Metadata } from 'next';
import { EventShapesPage } from '@/components/event-shapes/event-shapes-page';

export const metadata: Metadata = { title: 'Event shapes' };

const Page = () => <EventShapesPage />;
export default Page;
