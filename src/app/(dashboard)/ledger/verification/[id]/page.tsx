/** One verification of the ledger at its own URL. */
import type { Metadata } from 'next';
import { VerificationDetail } from '@/components/ledger/verification-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Ledger verification' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DetailPage title="Ledger verification" list={{ href: '/ledger/verification', label: 'Verification' }}>
      <VerificationDetail id={(await params).id} />
    </DetailPage>
  );
}
