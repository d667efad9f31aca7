/** One move of the clock at its own URL. */
import type { Metadata } from 'next';
import { MoveDetail } from '@/components/sandbox/move-detail';
import { SandboxOnly } from '@/components/sandbox/sandbox-only';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Clock move' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Clock move" list={{ href: '/sandbox', label: 'Sandbox clock' }}>
      <SandboxOnly>
        <MoveDetail id={(await params).id} />
      </SandboxOnly>
    </DetailPage>
  );
}
