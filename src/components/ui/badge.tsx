/** A coloured word. The word always says what the colour does. */
import type { ReactNode } from 'react';
import { cn } from './cn';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

const TONES: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
};

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={cn('inline-flex h-5 items-center rounded-[4px] px-1.5 text-xs font-medium whitespace-nowrap', TONES[tone])}>
    {children}
  </span>
);

const STATUS_TONES: Record<string, Tone> = {
  ACTIVE: 'success',
  COMPLETED: 'success',
  DELIVERED: 'success',
  MATCHED: 'success',
  PASSED: 'success',
  CLOSING: 'info',
  POSTING: 'info',
  PLANNED: 'info',
  OPEN: 'info',
  SCHEDULED: 'warning',
  PUBLISHED: 'success',
  POSTED: 'success',
  SKIPPED: 'warning',
  COMMITTED: 'success',
  QUALIFIED: 'success',
  PENDING: 'info',
  RESERVED: 'info',
  PROCESSING: 'info',
  RUNNING: 'info',
  QUEUED: 'info',
  RECEIVING: 'info',
  SENDING: 'info',
  REOPENED: 'warning',
  SUSPENDED: 'warning',
  PAUSED: 'warning',
  SKIPPED_BUDGET: 'warning',
  EXPIRED: 'warning',
  OUT_OF_STOCK: 'warning',
  PARTIALLY_REVERSED: 'warning',
  ORDERED: 'info',
  FAILED: 'danger',
  ERROR: 'danger',
  REVOKED: 'danger',
};

/** An API status (`UPPER_SNAKE`) in words. */
export const StatusBadge = ({ status }: { status: string }) => (
  <Badge tone={STATUS_TONES[status] ?? 'neutral'}>{statusLabel(status)}</Badge>
);

/** `NOT_MATCHED` as "Not matched". */
export function statusLabel(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
