/** Keeps the row selection of one list. A change of filters, order or page resets it, because it is then another list. */
'use client';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { toast } from '@/components/ui/toast';
import { failureOf } from '@/trpc/failure';
import type { Bulk } from './action';
import { gather } from './gather';
import { chosenRows, extended, NOTHING, pageToggled, toggled, type Selection, type ShownRow } from './selection';

export interface RowSelection<Row> {
  readonly rows: readonly Row[];
  /** How many selected rows are not on this page. */
  readonly elsewhere: number;
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly extend: (from: string, to: string) => void;
  /** Extends from the last selected row to this one, or selects it alone. */
  readonly reach: (id: string) => void;
  readonly togglePage: () => void;
  readonly clear: () => void;
  /** The running count while all matches are collected; null otherwise. */
  readonly gathering: number | null;
  /** Set once all matches are selected: whether there were more than allowed. */
  readonly gathered: { readonly more: boolean } | null;
  readonly gatherAll: () => Promise<void>;
}

interface State<Row> {
  readonly scope: string;
  readonly selection: Selection<Row>;
  readonly gathering: number | null;
  readonly gathered: { readonly more: boolean } | null;
}

/** The open detail is not part of what the list shows. */
function useScope(): string {
  const parameters = new URLSearchParams(useSearchParams());
  parameters.delete('open');
  return parameters.toString();
}

export function useSelection<Row>(bulk: Bulk<Row> | undefined, rows: readonly Row[]): RowSelection<Row> | null {
  const scope = useScope();
  const fresh: State<Row> = { scope, selection: NOTHING, gathering: null, gathered: null };
  const [kept, setKept] = useState<State<Row>>(fresh);
  const state = kept.scope === scope ? kept : fresh;
  const latestScope = useRef(scope);
  useEffect(() => {
    latestScope.current = scope;
  });
  if (!bulk) return null;
  const shown: ShownRow<Row>[] = rows.map((row) => [bulk.idOf(row), row]);
  const ids = new Set(shown.map(([id]) => id));
  const { selection, gathering, gathered } = state;
  const put = (next: Selection<Row>) => setKept({ ...fresh, selection: next });
  const toggle = (id: string) => {
    const row = shown.find(([each]) => each === id);
    if (row) put(toggled(selection, row));
  };
  const gatherAll = async () => {
    if (!bulk.pageAt) return;
    const present = () => latestScope.current === scope;
    setKept({ ...state, gathering: 0 });
    try {
      const found = await gather(bulk.pageAt, (count) => present() && setKept({ ...state, gathering: count }));
      if (!present()) return;
      const chosen = new Map(found.rows.map((row) => [bulk.idOf(row), row]));
      setKept({ ...fresh, selection: { ...NOTHING, chosen }, gathered: { more: found.more } });
    } catch (error) {
      if (!present()) return;
      setKept({ ...state, gathering: null });
      toast.error(failureOf(error).message);
    }
  };
  return {
    rows: chosenRows(selection, shown),
    elsewhere: [...selection.chosen.keys()].filter((id) => !ids.has(id)).length,
    has: (id) => selection.chosen.has(id),
    toggle,
    extend: (from, to) => put(extended(selection, shown, from, to)),
    reach: (id) => (selection.anchor === null ? toggle(id) : put(extended(selection, shown, id, id))),
    togglePage: () => put(pageToggled(selection, shown)),
    clear: () => setKept(fresh),
    gathering,
    gathered,
    gatherAll,
  };
}
