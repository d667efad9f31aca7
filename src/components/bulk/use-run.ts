/** Runs one action on many rows to its end, and retries what failed. */
'use client';
import { useEffect, useRef, useState } from 'react';
import { present } from '@/domain/assert';
import type { Bulk, BulkAction, Typed } from './action';
import { runAll, tally, type BulkItemResult } from './run';

/** @param rows the rows to act on, fixed while it runs. */
export function useRun<Row>(bulk: Bulk<Row>, action: BulkAction<Row>, rows: readonly Row[]) {
  const [outcomes, setOutcomes] = useState<readonly BulkItemResult[]>([]);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [stopping, setStopping] = useState(false);
  const keys = useRef(new Map<string, string>());
  const byId = new Map(rows.map((row) => [bulk.idOf(row), row]));
  const keyOf = (id: string): string => {
    const key = keys.current.get(id) ?? crypto.randomUUID();
    keys.current.set(id, key);
    return key;
  };
  const run = async (ids: readonly string[], typed: Typed) => {
    const controller = new AbortController();
    setRunning(controller);
    setOutcomes((before) => before.filter(({ id }) => !ids.includes(id)));
    await runAll(ids, {
      act: (id) => action.act(present(byId.get(id), 'only rows of the dialog are run'), typed, keyOf(id)),
      onOutcome: (outcome) => setOutcomes((before) => [...before, outcome]),
      signal: controller.signal,
    });
    setRunning(null);
    setStopping(false);
    bulk.refresh();
  };
  useLeavingAsks(running !== null);
  return {
    begun: running !== null || outcomes.length > 0,
    running: running !== null,
    stopping,
    run,
    stop: () => {
      running?.abort();
      setStopping(true);
    },
    byId,
    ...tally([...byId.keys()], outcomes),
  };
}

/** Warns before the window closes, because that would leave the rest undone. */
function useLeavingAsks(running: boolean): void {
  useEffect(() => {
    if (!running) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [running]);
}
