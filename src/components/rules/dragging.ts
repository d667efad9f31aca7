/** Tracks what is dragged with the pointer and where it would land; buttons do the same without a pointer. */
'use client';
import { useState, type DragEvent } from 'react';
import type { RuleSlot } from './rule-order';

type Dragged = { readonly type: 'RULE' | 'RULE_SET'; readonly id: string };
/** The landing place of a rule, or the index of a set. */
type Landing = { readonly type: 'RULE'; readonly place: RuleSlot } | { readonly type: 'RULE_SET'; readonly index: number };

export interface Dragging {
  readonly dragged: Dragged | null;
  readonly landing: Landing | null;
  begin: (event: DragEvent, dragged: Dragged) => void;
  /** Marks where it would land, if the dragged item fits the landing's type. */
  over: (event: DragEvent, landing: Landing) => void;
  end: () => void;
  drop: (event: DragEvent) => void;
}

export function useDragging(onDrop: (dragged: Dragged, landing: Landing) => void): Dragging {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [landing, setLanding] = useState<Landing | null>(null);
  const end = () => {
    setDragged(null);
    setLanding(null);
  };
  return {
    dragged,
    landing,
    begin: (event, next) => {
      event.stopPropagation();
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', next.id);
      setDragged(next);
    },
    over: (event, next) => {
      if (dragged?.type !== next.type) return;
      event.preventDefault();
      event.stopPropagation();
      if (JSON.stringify(next) !== JSON.stringify(landing)) setLanding(next);
    },
    end,
    drop: (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (dragged && landing) onDrop(dragged, landing);
      end();
    },
  };
}

/** Whether the pointer is in the lower half of the element. */
export function isBelowMiddle(event: DragEvent): boolean {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return event.clientY > top + height / 2;
}
