/** Puts an automation into plain sentences: when it runs, what it makes, and for whom. The same automation always has the same sentence. */
import { makesEvent } from '@/domain/rules/actions/words';
import { conditionWords } from '@/domain/rules/sentence/condition-words';
import { capitalized, quoted } from '@/domain/rules/sentence/phrases';
import { repeatWords, scheduleWords } from '@/domain/schedules/schedule-words';
import type { AUTOMATION_SCOPES } from './machine';
import type { AutomationTrigger } from './schedule';

export interface SpokenAutomation {
  readonly trigger: AutomationTrigger;
  readonly scope: (typeof AUTOMATION_SCOPES)[number];
  readonly participant_filter: string | null;
  readonly guard_condition: string | null;
  readonly campaign_id?: string | null | undefined;
  readonly event: { readonly type: string };
}

export function automationSentence(automation: SpokenAutomation): string {
  const within = automation.campaign_id ? ' It runs only while its campaign does.' : '';
  return `${runsWords(automation)}${guardWords(automation.guard_condition)}${within}`;
}

function runsWords(automation: SpokenAutomation): string {
  const { trigger, scope, event } = automation;
  const name = quoted(event.type);
  if (trigger.type === 'PARTICIPANT_STATE') return stateWords(automation, name);
  const when = scheduleWords(trigger);
  if (scope === 'PROGRAM') return `${when}, ${makesEvent(name, 'the program')}.`;
  return `${when}, ${makesEvent(name, audienceWords(automation.participant_filter))}.`;
}

/** `each active participant, if the counter “visits” of the participant is at least 10`. */
export function audienceWords(filter: string | null): string {
  const who = filter === null ? null : conditionWords(filter);
  if (who === 'never') return 'no participant';
  return who === null ? 'each active participant' : `each active participant, if ${who}`;
}

/** A state calls once, when it begins: it has to end before it can call again. */
function stateWords({ trigger, participant_filter }: SpokenAutomation, name: string): string {
  const when = participant_filter === null ? null : conditionWords(participant_filter);
  const times = repeatWords(trigger);
  const checks = times === null ? '' : ` ${capitalized(times)}, all participants are checked as well.`;
  if (when === 'never') return `For no participant, ${makesEvent(name, 'the participant')}.`;
  if (when === null) return `Once for each active participant, ${makesEvent(name, 'the participant')}.${checks}`;
  return `As soon as ${when}, ${makesEvent(name, 'the participant')}, and again only after this has ceased to be so.${checks}`;
}

function guardWords(guard: string | null): string {
  const when = guard === null ? null : conditionWords(guard);
  if (when === null) return '';
  return when === 'never' ? ' Every run is skipped.' : ` A run is skipped unless ${when}.`;
}
