/** The organization's API keys. */
import type { Metadata } from 'next';
import { ApiKeysPage } from '@/components/api-keys/api-keys-page';

export const metadata: Metadata = { title: 'API keys' };

const Page = () => <ApiKeysPage />;
export default Page;
