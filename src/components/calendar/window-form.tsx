/** Says what a moved window changes before it is saved, and takes its days as dates, too. */
'use client';
import { useEffect, useRef } from 'react';
import { isSameWindow, isWindow, changeSentence, edgeDate, type WindowEdge } from '@/domain/calendar/window-change';
import type { CalendarWords } from '@/domain/calendar/words';
import { useOrganizationNow } from '@/components/shell/clock';
import { ExampleRefusal } from '@/components/rules/examples/example-refusal';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { WindowChange, WindowDraft } from './use-window-draft';

interface WindowFormProps {
  change: WindowChange;
  draft: WindowDraft;
  words: CalendarWords;
  timeZone: string;
}

const NO_WINDOW = 'The window must begin before it ends.';

export function WindowForm({ change, draft: { item, window }, words, timeZone }: WindowFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const now = useOrganizationNow();
  const same = isSameWindow(item, window);
  const fault = isWindow(window) ? undefined : NO_WINDOW;
  const focused = useRef<string | null>(null);
  // Opened by its button, the form takes the focus; while a handle is moved, the handle keeps it.
  useEffect(() => {
    if (same && focused.current !== item.id) form.current?.querySelector('input')?.focus();
    focused.current = item.id;
  }, [item.id, same]);
  const dateOf = (edge: WindowEdge) => ({
    type: 'date',
    value: edgeDate(window, edge, timeZone) ?? '',
    onChange: ({ target }: { target: HTMLInputElement }) => change.move(item, edge, target.value || null),
  });
  return (
    <form
      ref={form}
      aria-label={`Window of ${item.name}`}
      className="panel sticky bottom-4 z-10 mt-4 flex flex-col gap-3 p-4 shadow-lg"
      onSubmit={(event) => {
        event.preventDefault();
        change.save();
      }}
      onKeyDown={(event) => event.key === 'Escape' && change.restore()}
    >
      <p role="status">
        {same
          ? `“${item.name}” is active ${words.period(item)}.`
          : (fault ?? changeSentence(item.name, item, window, new Date(now), words))}
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <div className="w-44">
          <Field label="First day">
            <Input {...dateOf('from')} />
          </Field>
        </div>
        <div className="w-44">
          <Field label="Last day" error={fault}>
            <Input {...dateOf('to')} />
          </Field>
        </div>
        <div className="ml-auto flex gap-2 pt-5">
          <Button onClick={change.restore}>Cancel</Button>
          <Button type="submit" variant="primary" pending={change.pending} disabled={same || fault !== undefined}>
            Save
          </Button>
        </div>
      </div>
      {change.failure &&
        (change.failure.code === 'rule_example_failed' ? (
          <ExampleRefusal failure={change.failure} onSave={change.save} />
        ) : (
          <FailureNote failure={change.failure} />
        ))}
    </form>
  );
}
