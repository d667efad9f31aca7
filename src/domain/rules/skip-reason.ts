/** Says why a rule is passed over on an event without a look at its condition. */
import { whyNotRunning } from '@/domain/campaigns/compiled';
import type { CompiledRule } from './rule';

interface Skipped {
  readonly status: 'SKIPPED_INACTIVE' | 'SKIPPED_STOPPED';
  readonly reason: string;
}

/** @param stoppedSets the rule sets in which a rule has stopped those after it. */
export function skipReason(rule: CompiledRule, timestamp: Date, stoppedSets: ReadonlySet<string>): Skipped | null {
  const inactive = inactiveReason(rule, timestamp);
  if (inactive !== null) return { status: 'SKIPPED_INACTIVE', reason: inactive };
  if (stoppedSets.has(rule.ruleSetId)) return { status: 'SKIPPED_STOPPED', reason: 'an earlier rule of the set matched and stops it' };
  return null;
}

function inactiveReason({ status, campaign, activeFrom, activeTo }: CompiledRule, timestamp: Date): string | null {
  if (status !== 'ACTIVE') return 'the rule is suspended';
  const notRunning = campaign && whyNotRunning(campaign, timestamp);
  if (notRunning) return notRunning;
  if (activeFrom && timestamp < activeFrom) return `the rule is active from ${activeFrom.toISOString()}`;
  if (activeTo && timestamp >= activeTo) return `the rule was active until ${activeTo.toISOString()}`;
  return null;
}
