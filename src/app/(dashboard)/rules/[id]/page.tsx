import type { Metadata } from 'next';
import { RulePage } from '@/components/rules/rule-page';

export const metadata: Metadata = { title: 'Rule' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <RulePage id={(await params).id} />;
}
