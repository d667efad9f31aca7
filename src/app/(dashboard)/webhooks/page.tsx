/** The list of webhook endpoints. */
import type { Metadata } from 'next';
import { EndpointsPage } from '@/components/webhooks/endpoints-page';

export const metadata: Metadata = { title: 'Webhooks' };

const Page = () => <EndpointsPage />;
export default Page;
