/** The list of assets. */
import type { Metadata } from 'next';
import { AssetsPage } from '@/components/assets/assets-page';

export const metadata: Metadata = { title: 'Assets' };

const Page = () => <AssetsPage />;
export default Page;
