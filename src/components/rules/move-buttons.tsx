/** Up and down, for whoever does not drag; the focus follows what was moved. */
'use client';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Button } from '@/components/ui/button';

export interface MoveButtonsProps {
  /** Of what is moved: the focus finds its buttons again by it. */
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

/** Gives the focus back to the button that was pressed, or to the other one where there is no further to go. */
export function focusMoveButton(id: string, direction: 'up' | 'down'): void {
  const wanted = document.getElementById(`${direction}-${id}`) as HTMLButtonElement | null;
  const other = document.getElementById(`${direction === 'up' ? 'down' : 'up'}-${id}`);
  (wanted?.disabled ? other : wanted)?.focus();
}
