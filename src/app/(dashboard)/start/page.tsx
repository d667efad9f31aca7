/** The guided start. */
import type { Metadata } from 'next';
import { StartPage } from '@/components/start/start-page';

export const metadata: Metadata = { title: 'Guided start' };

const Page = () => <StartPage />;
export default Page;
