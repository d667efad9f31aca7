/** The tiers of a program. */
import type { Metadata } from 'next';
import { TiersPage } from '@/components/tiers/tiers-page';

export const metadata: Metadata = { title: 'Tiers' };

const Page = () => <TiersPage />;
export default Page;
