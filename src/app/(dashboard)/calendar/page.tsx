/** The calendar of a program. */
import type { Metadata } from 'next';
import { CalendarPage } from '@/components/calendar/calendar-page';

export const metadata: Metadata = { title: 'Calendar' };

const Page = () => <CalendarPage />;
export default Page;
