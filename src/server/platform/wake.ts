/**
 * Tells the workers of this process that rows have become due. A wake-up is only a hint: it may be lost, doubled or heard by
 * nobody, since the sweep finds the same rows.
 */
import { EventEmitter } from 'node:events';
import { singleton } from './singleton';

/** Every job, by the name it is woken by. */
export const JOB_NAMES = [
  'process-due-lots',
  'place-orders',
  'expire-reservations',
  'expire-decisions',
  'expire-referrals',
  'evaluate-tiers',
  'publish-change-sets',
  'announce-campaigns',
  'run-automations',
  'send-notices',
  'score-leaderboards',
  'process-events',
  'run-broadcasts',
  'recover-webhooks',
  'deliver-webhooks',
  'seal-entries',
  'verify-ledgers',
  'close-periods',
  'run-backtests',
  'run-imports',
  'generate-codes',
  'import-codes',
  'post-corrections',
  'count-activity',
  'prune-request-logs',
  'prune-evaluations',
  'prune-webhooks',
  'prune-assistants',
] as const;
export type JobName = (typeof JOB_NAMES)[number];

const listeners = () => singleton('wake', () => new EventEmitter().setMaxListeners(0));

/** Call it after the commit that made the rows visible. */
export function wake(job: JobName): void {
  listeners().emit(job);
}

/** Calls the listener on every wake-up of a job, until the returned function is called. */
export function onWake(job: JobName, listener: () => void): () => void {
  listeners().on(job, listener);
  return () => void listeners().off(job, listener);
}
