/** The organization itself. */
import type { Metadata } from 'next';
import { OrganizationPage } from '@/components/organization/organization-page';

export const metadata: Metadata = { title: 'Organization' };

const Page = () => <OrganizationPage />;
export default Page;
