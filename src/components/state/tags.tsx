/** Shows a subject's tags; adds and removes them. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Part } from '@/components/ui/detail';
import { FailureNote } from '@/components/ui/failure-note';
import { Input } from '@/components/ui/input';
import { LIVE_MS } from '@/components/ui/live';
import { offerUndo } from '@/components/ui/undo';
import { failureOf } from '@/trpc/failure';
import { useStateApi, type SubjectPage } from './subject';

const SHOWN = 200;

export function Tags({ subject, editable }: { subject: SubjectPage; editable: boolean }) {
  const { state, refresh } = useStateApi(subject);
  const { data } = useQuery(state.tags.queryOptions({ id: subject.id, limit: SHOWN }, { refetchInterval: LIVE_MS }));
  const [typed, setTyped] = useState('');
  const change = useMutation(state.changeTags.mutationOptions({ onSuccess: refresh }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Cleared only if unchanged: newer input is the next tag.
    change.mutate({ id: subject.id, add: [typed] }, { onSuccess: () => setTyped((now) => (now === typed ? '' : now)) });
  };
  const remove = (tag: string) =>
    change.mutate(
      { id: subject.id, remove: [tag] },
      { onSuccess: () => offerUndo(`Tag ${tag} removed.`, () => change.mutateAsync({ id: subject.id, add: [tag] })) },
    );
  const tags = data?.data ?? [];
  return (
    <Part title="Tags">
      <div className="panel flex flex-wrap items-center gap-2 p-3">
        {tags.map(({ tag }) => (
          <span key={tag} className="inline-flex items-center">
            <Badge>{tag}</Badge>
            {editable && (
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                className="text-ink-faint hover:text-ink rounded-[4px] p-0.5"
                disabled={change.isPending}
                onClick={() => remove(tag)}
              >
                <X className="size-3.5" aria-hidden />
              </button>
            )}
          </span>
        ))}
        {data && tags.length === 0 && !editable && <span className="text-ink-faint">No tags.</span>}
        {editable && (
          <form onSubmit={submit} className="flex gap-2">
            <Input
              aria-label="New tag"
              placeholder="New tag"
              className="w-36"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" disabled={!typed.trim()} pending={change.isPending}>
              Add tag
            </Button>
          </form>
        )}
      </div>
      {change.error && (
        <div className="mt-2">
          <FailureNote failure={failureOf(change.error)} />
        </div>
      )}
    </Part>
  );
}
