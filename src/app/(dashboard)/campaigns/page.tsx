/** Every campaign. */
import type { Metadata } from 'next';
import { CampaignsPage } from '@/components/campaigns/campaigns-page';

export const metadata: Metadata = { title: 'Campaigns' };

const Page = () => <CampaignsPage />;
export default Page;
