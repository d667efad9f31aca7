/** Every notice that was sent. */
import type { Metadata } from 'next';
import { NoticesPage } from '@/components/notices/notices-page';

export const metadata: Metadata = { title: 'Sent notices' };

const Page = () => <NoticesPage />;
export default Page;
