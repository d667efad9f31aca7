/** Holds the window of a rule while it is being changed, and saves it, with a way back. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TimeSpan } from '@/domain/calendar/days';
import { isSameWindow, isWindow, withEdgeDate, type WindowEdge } from '@/domain/calendar/window-change';
import { useRefreshRules } from '@/components/rules/use-rule-configuration';
import { offerUndo } from '@/components/ui/undo';
import { useTRPC } from '@/trpc/client';
import { failureOf, type RequestFailure } from '@/trpc/failure';
import type { ShownItem } from './shown-item';

export interface WindowDraft {
  /** The rule as it is. */
  readonly item: ShownItem;
  readonly window: TimeSpan;
}

export interface WindowChange {
  readonly draft: WindowDraft | null;
  readonly failure: RequestFailure | null;
  readonly pending: boolean;
  open: (item: ShownItem) => void;
  /** Moves an edge of a rule to a day; null opens the window. A day that would leave nothing of it is kept for the form, not for the bar. */
  move: (item: ShownItem, edge: WindowEdge, date: string | null) => void;
  save: (overrideReason?: string) => void;
  restore: () => void;
}

const isoOf = (at: Date | null): string | null => at && at.toISOString();
/** What of a window differs, as the API takes it. */
const changesOf = (before: TimeSpan, after: TimeSpan) => ({
  ...(isoOf(before.from) === isoOf(after.from) ? {} : { active_from: isoOf(after.from) }),
  ...(isoOf(before.to) === isoOf(after.to) ? {} : { active_to: isoOf(after.to) }),
});

export function useWindowDraft(timeZone: string): WindowChange {
  const refresh = useRefreshRules();
  const update = useMutation(useTRPC().rules.update.mutationOptions({ onSuccess: refresh }));
  const [draft, setDraft] = useState<WindowDraft | null>(null);
  const restore = () => {
    setDraft(null);
    update.reset();
  };
  const save = (example_override_reason?: string) => {
    if (draft === null || !isWindow(draft.window)) return;
    const { item, window } = draft;
    if (isSameWindow(item, window)) return restore();
    update.mutate(
      { id: item.id, ...changesOf(item, window), example_override_reason },
      {
        onSuccess: () => {
          setDraft(null);
          offerUndo(`The window of “${item.name}” is changed.`, () => update.mutateAsync({ id: item.id, ...changesOf(window, item) }));
        },
      },
    );
  };
  return {
    draft,
    failure: update.error ? failureOf(update.error) : null,
    pending: update.isPending,
    open: (item) => {
      if (draft?.item.id === item.id) return;
      update.reset();
      setDraft({ item, window: item });
    },
    move: (item, edge, date) => {
      if (update.error) update.reset();
      const window = draft?.item.id === item.id ? draft.window : item;
      // From the stored window, so that a time that a change of the clock moves on the way comes back.
      const moved = { ...window, [edge]: withEdgeDate(item, edge, date, timeZone)[edge] };
      setDraft({ item, window: moved });
    },
    save,
    restore,
  };
}
