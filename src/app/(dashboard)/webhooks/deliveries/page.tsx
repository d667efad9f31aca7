/** The list of webhook deliveries. */
import type { Metadata } from 'next';
import { DeliveriesPage } from '@/components/webhooks/deliveries-page';

export const metadata: Metadata = { title: 'Webhook deliveries' };

const Page = () => <DeliveriesPage />;
export default Page;
