/** Keeps the overview's period in the URL, and puts it into words. */
'use client';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { OVERVIEW_PERIODS, type OverviewPeriod } from '@/contract/choices';

interface PeriodWords {
  readonly label: string;
  /** What it is compared with. */
  readonly before: string;
  /** The length of one bar. */
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

interface SpanWords {
  /** The label of the instant at which a span begins. */
  readonly label: (at: string) => string;
  /** The length of the spans and their time zone. */
  readonly legend: string;
}

/** Hours are labelled in the browser's time zone; days and weeks in UTC, as they are counted. */
export function spanWords(period: OverviewPeriod): SpanWords {
  const { span } = PERIOD_WORDS[period];
  if (span === 'hour') return { label: (at) => hour.format(new Date(at)), legend: `Hours in ${zone}` };
  return { label: (at) => day.format(new Date(at)), legend: span === 'day' ? 'Days in UTC' : 'Weeks, by UTC days' };
}
