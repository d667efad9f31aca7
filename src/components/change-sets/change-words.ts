/** Names the changes that a set can hold, and where what they change is shown. */
import type { Tone } from '@/components/ui/badge';
import type { ChangeSet, SentProgramChange } from '@/contract/change-set';

interface ChangeWords {
  readonly label: string;
  readonly tone: Tone;
  readonly what: 'Rule' | 'Rule set' | 'Automation';
  /** What stands for the side that does not exist. */
  readonly nothing: string;
}

const NEW = { label: 'New', tone: 'success' } as const;
const CHANGED = { label: 'Changed', tone: 'info' } as const;
const ARCHIVED = { label: 'Archived', tone: 'danger' } as const;

export const CHANGE_WORDS: Readonly<Record<SentProgramChange['type'], ChangeWords>> = {
  CREATE_RULE: { ...NEW, what: 'Rule', nothing: 'There is no such rule.' },
  UPDATE_RULE: { ...CHANGED, what: 'Rule', nothing: 'The rule is not there any more.' },
  ARCHIVE_RULE: { ...ARCHIVED, what: 'Rule', nothing: 'The rule no longer runs.' },
  CREATE_RULE_SET: { ...NEW, what: 'Rule set', nothing: 'There is no such rule set.' },
  UPDATE_RULE_SET: { ...CHANGED, what: 'Rule set', nothing: 'The rule set is not there any more.' },
  DELETE_RULE_SET: { label: 'Deleted', tone: 'danger', what: 'Rule set', nothing: 'The rule set is gone.' },
  CREATE_AUTOMATION: { ...NEW, what: 'Automation', nothing: 'There is no such automation.' },
  UPDATE_AUTOMATION: { ...CHANGED, what: 'Automation', nothing: 'The automation has ended.' },
  ARCHIVE_AUTOMATION: { ...ARCHIVED, what: 'Automation', nothing: 'The automation no longer runs.' },
};

/** The page of what a change is about, while it is live. */
export function pageOf(
  { program_id }: Pick<ChangeSet, 'program_id'>,
  { type, id }: { type: SentProgramChange['type']; id: string },
): string {
  const { what } = CHANGE_WORDS[type];
  if (what === 'Rule') return `/rules/${id}`;
  return what === 'Automation' ? `/automations/${program_id}/${id}` : `/rules/order?program=${program_id}`;
}
