/** One automation at its own URL. */
import type { Metadata } from 'next';
import { AutomationDetail } from '@/components/automations/automation-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Automation' };

export default async function Page({ params }: { params: Promise<{ program: string; id: string }> }) {
  const { program, id } = await params;
  return (
    <DetailPage title="Automation" list={{ href: '/automations', label: 'Automations' }}>
      <AutomationDetail programId={program} id={id} />
    </DetailPage>
  );
}
