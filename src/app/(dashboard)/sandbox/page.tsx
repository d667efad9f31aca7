/** The sandbox clock and its moves. */
import type { Metadata } from 'next';
import { ClockPage } from '@/components/sandbox/clock-page';

export const metadata: Metadata = { title: 'Sandbox clock' };

const Page = () => <ClockPage />;
export default Page;
