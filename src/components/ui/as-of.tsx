/** Views a record as of a past time: kept in the URL, chosen in the viewer's zone, and shown in a banner that leads back. */
'use client';
import { History } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useState, type FormEvent } from 'react';
import { useOrganizationNow } from '@/components/shell/clock';
import { Button } from './button';
import { Input } from './input';
import { fromLocalInput, toLocalInput } from './local-time';
import { exactText } from './relative-time';

/** The URL parameter. */
export const AS_OF = 'as_of';

export interface AsOf {
  /** An API instant; null for the present. */
  readonly at: string | null;
  readonly travel: (at: string) => void;
  readonly back: () => void;
}

export function useAsOf(): AsOf {
  const [at, setAt] = useQueryState(AS_OF, parseAsString.withOptions({ history: 'push' }));
  return { at: at || null, travel: (to) => void setAt(to), back: () => void setAt(null) };
}

/** Chooses a past time. */
export function AsOfPicker({ asOf: { at, travel } }: { asOf: AsOf }) {
  const now = useOrganizationNow();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? toLocalInput(at);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = fromLocalInput(shown);
    if (to === null) return;
    setTyped(null);
    travel(to);
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-2 print:hidden">
      <label className="text-ink-soft flex items-center gap-2 text-xs">
        As of
        <Input
          type="datetime-local"
          className="w-52"
          max={toLocalInput(new Date(now).toISOString())}
          value={shown}
          onChange={(event) => setTyped(event.target.value)}
          title={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
          suppressHydrationWarning
        />
      </label>
      <Button type="submit" disabled={!shown || typed === null}>
        Show
      </Button>
    </form>
  );
}

/** @param note says which parts of the record are not of that time. */
export const AsOfBanner = ({ asOf: { at, back }, note }: { asOf: AsOf; note: string }) =>
  at && (
    <div
      role="status"
      className="bg-warning-soft border-warning/30 rounded-panel mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 border p-3"
    >
      <History className="text-warning size-4 shrink-0" aria-hidden />
      <p className="min-w-0 flex-1 basis-60">
        <strong className="font-semibold" suppressHydrationWarning>
          As it stood on {exactText(at)}.
        </strong>{' '}
        {note}
      </p>
      <Button onClick={back}>Back to now</Button>
    </div>
  );
