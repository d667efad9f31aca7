/** Changes of automations in a change set: what an automation is made of there, and what differs between two of them. */
import { canonicalJson } from '@/domain/canonical-json';
import type { AutomationSettings } from '@/domain/automations/machine';
import type { AutomationTrigger } from '@/domain/automations/schedule';
import { namesIn } from '@/domain/fields';

/** An automation that can still run, as a change set keeps it: times are RFC 3339 in UTC. */
export interface AutomationContent extends Omit<AutomationSettings, 'trigger'> {
  readonly trigger: Omit<AutomationSettings['trigger'], 'run_at'> & { readonly run_at: string | null };
  readonly status: 'ACTIVE' | 'PAUSED';
}

interface CreatedAutomation {
  readonly type: 'CREATE_AUTOMATION';
  readonly id: string;
  readonly automation: AutomationContent;
}

interface UpdatedAutomation {
  readonly type: 'UPDATE_AUTOMATION';
  readonly id: string;
  readonly base: { readonly automation: AutomationContent };
  /** Only what differs from the base. */
  readonly automation: Partial<AutomationContent>;
}

interface ArchivedAutomation {
  readonly type: 'ARCHIVE_AUTOMATION';
  readonly id: string;
  readonly base: { readonly automation: AutomationContent };
}

export type DraftedAutomation = CreatedAutomation | UpdatedAutomation | ArchivedAutomation;

/** The trigger as the service runs it. */
export const timedTrigger = ({ run_at, ...trigger }: AutomationContent['trigger']): AutomationTrigger => ({
  ...trigger,
  run_at: run_at === null ? null : new Date(run_at),
});

interface AutomationFieldChange {
  readonly field: keyof AutomationContent;
  readonly before: unknown;
  readonly after: unknown;
}

/** What differs between two states of an automation. */
export const changedAutomationFields = (was: AutomationContent, is: AutomationContent): AutomationFieldChange[] =>
  namesIn(was)
    .filter((field) => canonicalJson(was[field]) !== canonicalJson(is[field]))
    .map((field) => ({ field, before: was[field], after: is[field] }));

/** The fields that differ from the base. */
export function differingFields(base: AutomationContent, fields: Partial<AutomationContent>): Partial<AutomationContent> {
  const changed = new Set<string>(changedAutomationFields(base, { ...base, ...fields }).map(({ field }) => field));
  return Object.fromEntries(Object.entries(fields).filter(([field]) => changed.has(field)));
}

/** The automation after its change; null once it is archived. @param live what it is now; undefined for one that is not there. */
export function automationAfter(change: DraftedAutomation, live: AutomationContent | undefined): AutomationContent | null {
  if (change.type === 'CREATE_AUTOMATION') return change.automation;
  return change.type === 'ARCHIVE_AUTOMATION' || !live ? null : { ...live, ...change.automation };
}

/** The changes that undo published ones. One that has ended by itself meanwhile need not be archived. */
export function reversedAutomation(
  change: DraftedAutomation,
  live: ReadonlyMap<string, AutomationContent>,
  newId: () => string,
): DraftedAutomation[] {
  if (change.type === 'CREATE_AUTOMATION')
    return live.has(change.id) ? [{ type: 'ARCHIVE_AUTOMATION', id: change.id, base: { automation: change.automation } }] : [];
  const former = change.base.automation;
  if (change.type === 'ARCHIVE_AUTOMATION') return [{ type: 'CREATE_AUTOMATION', id: newId(), automation: former }];
  return [
    {
      type: 'UPDATE_AUTOMATION',
      id: change.id,
      base: { automation: { ...former, ...change.automation } },
      automation: Object.fromEntries(Object.entries(former).filter(([field]) => field in change.automation)),
    },
  ];
}
