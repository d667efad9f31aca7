import type { Metadata } from 'next';
import { EntryDetail } from '@/components/ledger/entry-detail';

export const metadata: Metadata = { title: 'Journal entry' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <EntryDetail id={(await params).id} />;
}
