/** Every batch of codes. */
import type { Metadata } from 'next';
import { CodesPage } from '@/components/codes/codes-page';

export const metadata: Metadata = { title: 'Codes' };

const Page = () => <CodesPage />;
export default Page;
