/** Every report but liability, each at its own URL. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ActivityReport } from '@/components/reports/activity-report';
import { ExpirationsReport } from '@/components/reports/expirations-report';
import { RedemptionsReport } from '@/components/reports/redemptions-report';
import { RulesReport } from '@/components/reports/rules-report';
import { TrialBalanceReport } from '@/components/reports/trial-balance-report';

const REPORTS = new Map([
  ['activity', { title: 'Activity report', Report: ActivityReport }],
  ['expirations', { title: 'Expirations report', Report: ExpirationsReport }],
  ['redemptions', { title: 'Redemptions report', Report: RedemptionsReport }],
  ['rules', { title: 'Rules report', Report: RulesReport }],
  ['trial-balance', { title: 'Trial balance', Report: TrialBalanceReport }],
]);

interface Address {
  params: Promise<{ report: string }>;
}

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  return { title: REPORTS.get((await params).report)?.title };
}

export default async function Page({ params }: Address) {
  const found = REPORTS.get((await params).report);
  return found ? <found.Report /> : notFound();
}
