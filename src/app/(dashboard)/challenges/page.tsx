/** Every challenge. */
import type { Metadata } from 'next';
import { ChallengesPage } from '@/components/challenges/challenges-page';

export const metadata: Metadata = { title: 'Challenges' };

const Page = () => <ChallengesPage />;
export default Page;
