/** Puts a referral program into one plain sentence: which friends qualify, until when they can be brought, and how many count. */
import { conditionWords } from '@/domain/rules/sentence/condition-words';
import { listed, quoted } from '@/domain/rules/sentence/phrases';
import { momentWords } from '@/domain/rules/sentence/time-words';
import type { ReferralProgramStatus } from './statuses';

interface SpokenProgram {
  readonly status: ReferralProgramStatus;
  readonly active_from: Date | null;
  readonly active_to: Date | null;
  readonly event_types: readonly string[];
  readonly condition: string | null;
  readonly within_days: number | null;
  readonly max_per_referrer: number | null;
  readonly steps: readonly number[];
}

/** `A friend qualifies with an event “purchase” when amount is at least 20, within 30 days; at most 10 friends count, with steps at 1, 5 and 10.` */
export function referralProgramSentence(program: SpokenProgram): string {
  const counted = countWords(program);
  return `A friend qualifies with ${eventWords(program)}${withinWords(program)}${windowWords(program)}${counted ? `; ${counted}` : ''}.${STANDING[program.status]}`;
}

const STANDING: Readonly<Record<ReferralProgramStatus, string>> = {
  ACTIVE: '',
  PAUSED: ' It is paused.',
  ARCHIVED: ' It is archived.',
};

function eventWords({ event_types, condition }: SpokenProgram): string {
  const which = event_types.length === 0 ? 'any event' : `an event ${event_types.map(quoted).join(' or ')}`;
  const when = condition === null ? null : conditionWords(condition);
  return when === null ? which : `${which} when ${when}`;
}

const withinWords = ({ within_days }: SpokenProgram): string =>
  within_days === null ? '' : `, within ${within_days === 1 ? 'a day' : `${within_days} days`}`;

function windowWords({ active_from: from, active_to: to }: SpokenProgram): string {
  const parts = [
    ...(from === null ? [] : [`from ${momentWords(from.toISOString())}`]),
    ...(to === null ? [] : [`until ${momentWords(to.toISOString())}`]),
  ];
  return parts.length === 0 ? '' : `, if brought ${parts.join(' ')}`;
}

function countWords({ max_per_referrer: most, steps }: SpokenProgram): string {
  const parts = [
    ...(most === null ? [] : [`at most ${most === 1 ? 'one friend counts' : `${most} friends count`}`]),
    ...(steps.length === 0 ? [] : [`${steps.length === 1 ? 'a step' : 'steps'} at ${listed(steps.map(String))}`]),
  ];
  return parts.join(', with ');
}
