/** Puts a batch of codes into one plain sentence: which codes they are, when and for what they apply, and how often. */
import { listed } from '@/domain/rules/sentence/phrases';
import { conditionWords } from '@/domain/rules/sentence/condition-words';
import { momentWords } from '@/domain/rules/sentence/time-words';
import type { CodeBatchKind, CodeBatchStatus } from './kinds';

interface SpokenBatch {
  readonly kind: CodeBatchKind;
  readonly status: CodeBatchStatus;
  readonly wanted: number;
  readonly max_total: number | null;
  readonly max_per_participant: number | null;
  readonly max_per_code: number | null;
  readonly active_from: Date | null;
  readonly active_to: Date | null;
  readonly condition: string | null;
}

/** `500 unique codes, each of them once, until January 1, 2028 at 00:00 UTC, when the event’s amount is at least 50, at most once by each participant.` */
export function batchSentence(batch: SpokenBatch): string {
  const { active_from: from, active_to: to, condition } = batch;
  const when = condition === null ? null : conditionWords(condition);
  const window = [
    ...(from === null ? [] : [`from ${momentWords(from.toISOString())}`]),
    ...(to === null ? [] : [`until ${momentWords(to.toISOString())}`]),
  ];
  const limits = limitsOf(batch);
  const parts = [
    codesWords(batch),
    ...(window.length === 0 ? [] : [window.join(' ')]),
    ...(when === null ? [] : [when === 'never' ? 'for nobody' : `when ${when}`]),
    ...(limits.length === 0 ? [] : [`at most ${listed(limits)}`]),
  ];
  return `${parts.join(', ')}.${STANDING[batch.status]}`;
}

const STANDING: Readonly<Record<CodeBatchStatus, string>> = {
  GENERATING: ' They are still being made.',
  ACTIVE: '',
  PAUSED: ' They are paused.',
  ARCHIVED: ' They are archived.',
};

function codesWords({ kind, wanted, max_per_code }: SpokenBatch): string {
  if (kind === 'SHARED') return 'One code that everybody shares';
  const codes = `${digits(wanted)} ${kind === 'UNIQUE' ? 'unique' : 'imported'} ${wanted === 1 ? 'code' : 'codes'}`;
  return max_per_code === null ? codes : `${codes}, each of them ${timesWords(max_per_code)}`;
}

/** A limit on each use of a shared code is one on all. */
function limitsOf({ kind, max_total, max_per_participant, max_per_code }: SpokenBatch): string[] {
  const total = kind === 'SHARED' && max_per_code !== null ? Math.min(max_per_code, max_total ?? Infinity) : max_total;
  return [
    ...(total === null ? [] : [`${timesWords(total)} in all`]),
    ...(max_per_participant === null ? [] : [`${timesWords(max_per_participant)} by each participant`]),
  ];
}

const timesWords = (times: number): string => (times === 1 ? 'once' : times === 2 ? 'twice' : `${digits(times)} times`);

const digits = (count: number): string => count.toLocaleString('en-US');
