/** Switches between the journal and the verifications of the ledger. */
'use client';
import { PageViews } from '@/components/shell/page-views';

const VIEWS = [
  { href: '/ledger', label: 'Journal' },
  { href: '/ledger/verification', label: 'Verification' },
];

export const LedgerViews = () => <PageViews label="Ledger" views={VIEWS} />;
