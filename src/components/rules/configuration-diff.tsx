/** Shows the difference between two rule configurations in words, with each field before and after. */
import { Badge, type Tone } from '@/components/ui/badge';
import { FieldChanges } from '@/components/ui/field-changes';
import { WordDifference } from '@/components/ui/word-difference';
import type { Outputs } from '@/trpc/outputs';

type RestoredDiff = Outputs['ruleConfiguration']['restore']['diff'];

type Kind = keyof RestoredDiff;
type Item = RestoredDiff[Kind][number];

const KINDS: readonly { kind: Kind; label: string; tone: Tone }[] = [
  { kind: 'created', label: 'New', tone: 'success' },
  { kind: 'updated', label: 'Changed', tone: 'info' },
  { kind: 'moved', label: 'Moved', tone: 'neutral' },
  { kind: 'archived', label: 'Archived', tone: 'danger' },
];

const itemsOf = (diff: RestoredDiff, kind: Kind): readonly Item[] => diff[kind];

export const isEmptyDiff = (diff: RestoredDiff): boolean => KINDS.every(({ kind }) => diff[kind].length === 0);

export function ConfigurationDiff({ diff, empty }: { diff: RestoredDiff; empty: string }) {
  if (isEmptyDiff(diff)) return <p className="text-ink-soft">{empty}</p>;
  return (
    <ul className="panel divide-line divide-y">
      {KINDS.flatMap(({ kind, label, tone }) =>
        itemsOf(diff, kind).map((item) => (
          <li key={`${kind}-${item.id}`} className="px-3 py-2">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={tone}>{label}</Badge>
              <span className="font-medium">{item.name}</span>
              <span className="text-ink-faint text-xs">{item.resource_type === 'RULE' ? 'Rule' : 'Rule set'}</span>
              <span className="text-ink-soft text-xs">{placesOf(item)}</span>
            </p>
            <InWords item={item} />
            {'changes' in item && <FieldChanges changes={item.changes} />}
          </li>
        )),
      )}
    </ul>
  );
}

function InWords({ item }: { item: Item }) {
  if (item.sentence === null || ('from' in item && 'to' in item)) return null;
  if (!('changes' in item)) return <p className="text-ink-soft mt-1 break-words">{item.sentence}</p>;
  if (item.sentence_before === null) return null;
  return (
    <div className="mt-1">
      <WordDifference before={item.sentence_before} after={item.sentence} />
    </div>
  );
}

function placesOf(item: Item): string {
  if ('restores_id' in item && item.restores_id !== null) return 'comes back as a new one';
  if (!('from' in item && 'to' in item)) return '';
  const other = item.from.rule_set_id === item.to.rule_set_id ? '' : ' of another set';
  return `from position ${item.from.order} to position ${item.to.order}${other}`;
}
