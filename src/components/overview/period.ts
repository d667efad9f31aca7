/** The period of the overview as the address has it, and how it reads. */
'use client';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { OVERVIEW_PERIODS, type OverviewPeriod } from '@/contract/choices';

interface PeriodWords {
  readonly label: string;
  /** What it is compared with. */
  readonly before: string;
  /** What one bar stands for. */
  readonly span: 'hour' | 'day' | 'week';
}

export const PERIOD_WORDS: Readonly<Record<OverviewPeriod, PeriodWords>> = {
  '24h': { label: 'Last 24 hours', before: 'the 24 hours before', span: 'hour' },
  '7d': { label: 'Last 7 days', before: 'as much of the 7 days before', span: 'day' },
  '30d': { label: 'Last 30 days', before: 'as much of the 30 days before', span: 'day' },
  '90d': { label: 'Last 90 days', before: 'as much of the 90 days before', span: 'day' },
  '12m': { label: 'Last 12 months', before: 'as much of the 12 months before', span: 'week' },
};

export const PERIOD_OPTIONS = OVERVIEW_PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value].label }));

export const useOverviewPeriod = () =>
  useQueryState('period', parseAsStringLiteral(OVERVIEW_PERIODS).withDefault('30d').withOptions({ history: 'push' }));

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface SpanWords {
  /** Of the instant at which a span begins. */
  readonly label: (at: string) => string;
  /** Which spans, and in which zone. */
  readonly legend: string;
}

/** Hours are told in the zone of the browser, days and weeks as they are counted, in UTC. */
export function spanWords(period: OverviewPeriod): SpanWords {
  const { span } = PERIOD_WORDS[period];
  if (span === 'hour') return { label: (at) => hour.format(new Date(at)), legend: `Hours in ${zone}` };
  return { label: (at) => day.format(new Date(at)), legend: span === 'day' ? 'Days in UTC' : 'Weeks, by UTC days' };
}
