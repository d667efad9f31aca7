/** Says in sentences what lasts from one time to another: windows of campaigns, rules and rewards, closed periods of the ledger, moves of a sandbox clock. */
import type { CampaignStatus } from '@/domain/campaigns/machine';
import type { TimeSpan } from './days';
import { dated, quoted, type CalendarFrame, type DatedItem } from './item';

export interface DatedRule {
  readonly id: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly activeFrom: Date | null;
  readonly activeTo: Date | null;
}

export const windowOf = ({ activeFrom, activeTo }: Pick<DatedRule, 'activeFrom' | 'activeTo'>): TimeSpan => ({
  from: activeFrom,
  to: activeTo,
});

export function ruleItem({ words }: CalendarFrame, rule: DatedRule): DatedItem {
  const { id, name, status } = rule;
  const period = words.period(windowOf(rule));
  const sentence =
    status === 'ACTIVE'
      ? `The rule ${quoted(name)} is active ${period}.`
      : `The rule ${quoted(name)} is suspended; its window is ${period}.`;
  return dated({ kind: 'RULE', id, name, status, ...windowOf(rule), sentence });
}

interface DatedCampaign extends TimeSpan {
  readonly id: string;
  readonly name: string;
  readonly status: CampaignStatus;
}

export function campaignItem({ words }: CalendarFrame, { id, name, status, from, to }: DatedCampaign): DatedItem {
  const period = words.period({ from, to });
  const runs =
    status === 'DRAFT' ? `is a draft; its window is ${period}` : status === 'PAUSED' ? `is paused; it runs ${period}` : `runs ${period}`;
  return dated({ kind: 'CAMPAIGN', id, name, status, from, to, sentence: `The campaign ${quoted(name)} ${runs}.` });
}

interface DatedReward extends TimeSpan {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

export function rewardItem({ words }: CalendarFrame, { id, name, status, from, to }: DatedReward): DatedItem {
  const draft = status === 'DRAFT' ? ', once it is no longer a draft' : '';
  const sentence = `The reward ${quoted(name)} can be redeemed ${words.period({ from, to })}${draft}.`;
  return dated({ kind: 'REWARD', id, name, status, from, to, sentence });
}

interface DatedPeriod extends TimeSpan {
  readonly id: string;
  readonly status: string;
  readonly description: string | null;
}

export function ledgerPeriodItem({ words }: CalendarFrame, { id, status, description, from, to }: DatedPeriod): DatedItem {
  const name = description ?? 'Ledger period';
  const sentence = `The books are ${status === 'CLOSED' ? 'closed' : 'being closed'} ${words.period({ from, to })}.`;
  return dated({ kind: 'LEDGER_PERIOD', id, name, status, from, to, sentence });
}

interface DatedMove {
  readonly id: string;
  readonly status: string;
  readonly from: Date;
  readonly to: Date;
}

export function clockMoveItem({ words }: CalendarFrame, { id, status, from, to }: DatedMove): DatedItem {
  const moved = status === 'RUNNING' ? 'is being moved' : 'was moved';
  const sentence = `The clock of the sandbox ${moved} from ${words.moment(from)} to ${words.moment(to)}.`;
  return dated({ kind: 'CLOCK_MOVE', id, name: 'Clock moved', status, from, to, sentence });
}
