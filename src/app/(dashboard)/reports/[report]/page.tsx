/** The other reports, each at an address of its own. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ActivityReport } from '@/components/reports/activity-report';
import { ExpirationsReport } from '@/components/reports/expirations-report';
import { RedemptionsReport } from '@/components/reports/redemptions-report';
import { RulesReport } from '@/components/reports/rules-report';
import { TrialBalanceReport } from '@/components/reports/trial-balance-report';

export const metadata: Metadata = { title: 'Reports' };

const REPORTS = new Map([
  ['activity', ActivityReport],
  ['expirations', ExpirationsReport],
  ['redemptions', RedemptionsReport],
  ['rules', RulesReport],
  ['trial-balance', TrialBalanceReport],
]);

export default async function Page({ params }: { params: Promise<{ report: string }> }) {
  const Report = REPORTS.get((await params).report);
  return Report ? <Report /> : notFound();
}
