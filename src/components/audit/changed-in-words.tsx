/** Tells a change of a rule, tier, automation or reward in words, part by part, each with the words that differ. */
'use client';
import { changedParts, type RecordedFields } from '@/domain/audit-changes';
import { useAssetIndex } from '@/components/assets/asset-index';
import { WordDifference } from '@/components/ui/word-difference';

interface ChangedInWordsProps {
  type: string;
  before: RecordedFields;
  after: RecordedFields;
}

export function ChangedInWords({ type, before, after }: ChangedInWordsProps) {
  const { symbolOf } = useAssetIndex();
  const parts = changedParts(type, before, after, symbolOf);
  if (parts.length === 0) return null;
  return (
    <section aria-label="In words" className="panel p-3">
      <h2 className="text-ink-soft mb-2 text-xs font-medium">In words</h2>
      <dl className="flex flex-col gap-2">
        {parts.map((part) => (
          <div key={part.name}>
            <dt className="text-ink-soft text-xs">{part.name}</dt>
            <dd>
              <WordDifference before={part.before} after={part.after} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
