/** Says while a setting is written how many notices it would send, to whom, and what they would say. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { NoticePreview } from '@/contract/notice-preview';
import { useDebounced } from '@/components/rules/use-debounced';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { contentOf, type SettingDraft } from './setting-draft';

const number = new Intl.NumberFormat('en');
const SHOWN = 5;

function countText({ today, next_30_days, complete }: NoticePreview): string {
  const more = complete ? '' : ' at least; not everybody was looked at';
  const soon = next_30_days === null ? '' : `, and ${number.format(next_30_days)} within 30 days as things stand`;
  return `Would send ${number.format(today)} today${soon}${more}.`;
}

export function SettingPreview({ programId, draft }: { readonly programId: string; readonly draft: SettingDraft }) {
  const [input] = useDebounced({ program_id: programId, ...contentOf(draft) });
  const { data, error } = useQuery(
    useTRPC().noticeSettings.preview.queryOptions(input, { placeholderData: keepPreviousData, retry: false }),
  );
  return (
    <section aria-label="Preview" aria-live="polite" className="panel flex min-h-16 flex-col gap-1 px-3 py-2">
      <p className="text-ink-soft text-xs font-medium">Preview</p>
      {error && <p className="text-ink-soft">{failureOf(error).message}</p>}
      {!error && data && (
        <>
          <p>{data.sentence}</p>
          <p>{countText(data)}</p>
          <ul aria-label="Examples" className="flex flex-col gap-1">
            {data.examples.slice(0, SHOWN).map(({ participant_id, external_id, due_at, sentence }) => (
              <li key={`${participant_id} ${due_at} ${sentence}`} className="flex flex-wrap gap-x-2">
                <span className="font-medium">{external_id}</span>
                <span className="text-ink-soft">{sentence}</span>
                <RelativeTime at={due_at} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
