/** Finds a record by typing; a click chooses it, and typing again clears the choice. */
'use client';
import { useRef } from 'react';
import { failureOf } from '@/trpc/failure';
import { Button } from './button';
import { Field } from './field';
import { Input } from './input';

interface RecordChoice<Row> {
  readonly row: Row;
  readonly id: string;
  readonly title: string;
  /** Tells apart records of the same title. */
  readonly note: string;
}

interface RecordPickerProps<Row> {
  label: string;
  hint?: string;
  error?: string;
  placeholder: string;
  text: string;
  onType: (text: string) => void;
  /** The title of the chosen record; null if none. */
  chosen: string | null;
  onChoose: (row: Row | null) => void;
  /** Undefined while searching. */
  found: readonly RecordChoice<Row>[] | undefined;
  /** Why the search failed. */
  failure: unknown;
  /** What to say if nothing is found. */
  none: string;
}

export function RecordPicker<Row>({
  label,
  hint,
  error,
  text,
  onType,
  chosen,
  onChoose,
  found,
  failure,
  ...words
}: RecordPickerProps<Row>) {
  const input = useRef<HTMLInputElement>(null);
  const type = (next: string) => {
    onType(next);
    onChoose(null);
  };
  const choose = (row: Row) => {
    onChoose(row);
    // The list unmounts, and with it the focused button.
    input.current?.focus();
  };
  const message = failure ? failureOf(failure).message : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Field label={label} required hint={hint} error={error ?? (found ? undefined : message)}>
        <Input
          ref={input}
          autoComplete="off"
          placeholder={words.placeholder}
          value={chosen ?? text}
          onChange={(event) => type(event.target.value)}
        />
      </Field>
      {chosen === null && found && (
        <ul aria-label={`Found for ${label}`} className="panel flex flex-col p-1">
          {found.map(({ row, id, title, note }) => (
            <li key={id}>
              <Button variant="quiet" className="w-full min-w-0 justify-start" onClick={() => choose(row)}>
                <span className="truncate">{title}</span>
                {note !== title && <span className="text-ink-faint truncate font-normal">{note}</span>}
              </Button>
            </li>
          ))}
          {found.length === 0 && <li className="text-ink-soft px-2 py-1">{words.none}</li>}
        </ul>
      )}
    </div>
  );
}
