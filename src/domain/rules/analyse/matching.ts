/** Tells when and for which events a rule can match: by its own window and condition, within those of its campaign. */
import { campaignStatus } from '@/domain/campaigns/machine';
import type { CompiledRule } from '../rule';
import { Logic } from './logic';

type Matching = Pick<CompiledRule, 'activeFrom' | 'activeTo' | 'campaign'>;

interface Window {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The time in which both the rule and its campaign run. */
function windowOf({ activeFrom, activeTo, campaign }: Matching): Window {
  return { from: later(activeFrom, campaign?.startsAt ?? null), to: earlier(activeTo, campaign?.endsAt ?? null) };
}

const later = (one: Date | null, other: Date | null): Date | null => (one === null || (other !== null && other > one) ? other : one);
const earlier = (one: Date | null, other: Date | null): Date | null => (one === null || (other !== null && other < one) ? other : one);

/** Whether there is a time from `now` on in which the rule runs. */
export function canStillRun(rule: Matching, now: Date): boolean {
  const { from, to } = windowOf(rule);
  return to === null || (to > now && (from === null || from < to));
}

/** Whether there is a time from `now` on in which both rules run. */
export function runTogether(one: Matching, other: Matching, now: Date): boolean {
  const [own, others] = [windowOf(one), windowOf(other)];
  return canStillRun({ activeFrom: later(own.from, others.from), activeTo: earlier(own.to, others.to), campaign: null }, now);
}

/** Whether the one runs at every time at which the other does. */
export function runsWhenever(one: Matching, other: Matching): boolean {
  const [own, others] = [windowOf(one), windowOf(other)];
  const begins = own.from === null || (others.from !== null && own.from <= others.from);
  return begins && (own.to === null || (others.to !== null && own.to >= others.to));
}

/** Why the rule matches no event from `now` on, as a sentence; null when it can. */
export function whyOver(rule: Matching, now: Date): string | null {
  const { activeTo, campaign } = rule;
  if (activeTo && activeTo <= now) return `The rule was active until ${activeTo.toISOString()}; it matches no event from then on.`;
  if (campaign === null || canStillRun(rule, now)) return null;
  if (campaignStatus(campaign.terms, now) === 'ENDED' && campaign.endsAt)
    return `The campaign "${campaign.name}" ran until ${campaign.endsAt.toISOString()}; its rules match no event from then on.`;
  return campaign.endsAt && campaign.endsAt <= now
    ? null
    : `The rule and the campaign "${campaign.name}" are never active at the same time, so that it matches no event.`;
}

const known = new WeakMap<Pick<CompiledRule, 'condition' | 'campaign'>, Logic>();

/** What follows from the condition of the rule and the audience of its campaign together. */
export function logicOf(rule: Pick<CompiledRule, 'condition' | 'campaign'>): Logic {
  const condition = Logic.of(rule.condition);
  const audience = rule.campaign?.audience;
  if (!audience) return condition;
  let logic = known.get(rule);
  if (logic === undefined) known.set(rule, (logic = condition.and(Logic.of(audience))));
  return logic;
}
