import type { Metadata } from 'next';
import { ProgramDetail } from '@/components/programs/program-detail';

export const metadata: Metadata = { title: 'Program' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <ProgramDetail id={(await params).id} />;
}
