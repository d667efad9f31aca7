/** Moves an item up or down without dragging; the focus follows it. */
'use client';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Button } from '@/components/ui/button';

interface MoveButtonsProps {
  /** The moved item's id, by which the focus finds its buttons again. */
  id: string;
  name: string;
  up: (() => void) | null;
  down: (() => void) | null;
}

export const MoveButtons = ({ id, name, up, down }: MoveButtonsProps) => (
  <span className="flex">
    <Button id={`up-${id}`} variant="quiet" size="icon" disabled={!up} onClick={up ?? undefined} aria-label={`Move ${name} up`}>
      <ChevronUp aria-hidden />
    </Button>
    <Button id={`down-${id}`} variant="quiet" size="icon" disabled={!down} onClick={down ?? undefined} aria-label={`Move ${name} down`}>
      <ChevronDown aria-hidden />
    </Button>
  </span>
);

/** Returns focus to the pressed button, or to the other one at the end of the list. */
export function focusMoveButton(id: string, direction: 'up' | 'down'): void {
  const wanted = document.getElementById(`${direction}-${id}`);
  const other = document.getElementById(`${direction === 'up' ? 'down' : 'up'}-${id}`);
  (wanted instanceof HTMLButtonElement && wanted.disabled ? other : wanted)?.focus();
}
