/** One entry of the audit log at its own URL. */
import type { Metadata } from 'next';
import { AuditDetail } from '@/components/audit/audit-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Change' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Change" list={{ href: '/audit', label: 'Audit log' }}>
      <AuditDetail id={(await params).id} />
    </DetailPage>
  );
}
