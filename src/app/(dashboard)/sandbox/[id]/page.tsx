/** One move of the clock at its own URL. */
import type { Metadata } from 'next';
import { MoveDetail } from '@/components/sandbox/move-detail';
import { SandboxOnly } from '@/components/sandbox/sandbox-only';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Move of the clock' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Move of the clock" list={{ href: '/sandbox', label: 'Sandbox clock' }}>
      <SandboxOnly>
        <MoveDetail id={(await params).id} />
      </SandboxOnly>
    </DetailPage>
  );
}
