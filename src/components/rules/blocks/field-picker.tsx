/** Chooses a field by typing or from a list; a name that was never seen can be typed in full. */
'use client';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Popover } from 'radix-ui';
import { Input } from '@/components/ui/input';
import { matching, type FieldChoice } from './field-choices';

interface FieldPickerProps {
  /** The button that opens it. */
  trigger: ReactNode;
  /** The accessible name of the search field. */
  label: string;
  /** What can be chosen once this has been typed. */
  choicesFor: (typed: string) => readonly FieldChoice[];
  onChoose: (choice: FieldChoice) => void;
}

const SHOWN = 60;

export function FieldPicker({ trigger, label, choicesFor, onChoose }: FieldPickerProps) {
  const [open, setOpen] = useState(false);
  const chosen = useRef(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          aria-label="Choose a field"
          onCloseAutoFocus={(event) => {
            // Focus goes to what the choice makes.
            if (chosen.current) event.preventDefault();
            chosen.current = false;
          }}
          className="panel enter-fade z-50 flex max-h-96 w-[min(26rem,calc(100vw-2rem))] flex-col p-2 shadow-md"
        >
          <ChoiceList
            label={label}
            choicesFor={choicesFor}
            onChoose={(choice) => {
              chosen.current = true;
              setOpen(false);
              onChoose(choice);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function ChoiceList({ label, choicesFor, onChoose }: Omit<FieldPickerProps, 'trigger'>) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const list = useId();
  const found = useMemo(() => matching(choicesFor(typed.trim()), typed).slice(0, SHOWN), [choicesFor, typed]);
  const idOf = (index: number): string => `${list}-${index}`;
  const move = (by: number) => {
    const next = Math.max(0, Math.min(found.length - 1, active + by));
    setActive(next);
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const chosen = found[active];
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && chosen) onChoose(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? idOf(active) : undefined}
        className="shrink-0"
        autoComplete="off"
        placeholder="Search fields, or type a name"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div id={list} role="listbox" aria-label="Fields" className="mt-2 min-h-0 overflow-y-auto">
        {found.map((choice, index) => (
          <ChoiceRow
            key={`${choice.group}/${choice.label}`}
            id={idOf(index)}
            choice={choice}
            isFirst={choice.group !== found[index - 1]?.group}
            isActive={index === active}
            onChoose={() => onChoose(choice)}
          />
        ))}
        {found.length === 0 && (
          <p className="text-ink-soft px-2 py-1">Nothing by that name. Names of fields have letters, digits and underscores.</p>
        )}
      </div>
    </>
  );
}

interface ChoiceRowProps {
  id: string;
  choice: FieldChoice;
  /** Whether it is the first of its group. */
  isFirst: boolean;
  isActive: boolean;
  onChoose: () => void;
}

function ChoiceRow({ id, choice: { group, label, about }, isFirst, isActive, onChoose }: ChoiceRowProps) {
  return (
    <>
      {isFirst && (
        <p aria-hidden className="text-ink-faint px-2 pt-2 pb-1 text-xs">
          {group}
        </p>
      )}
      <div
        id={id}
        role="option"
        aria-selected={isActive}
        // The search field keeps the focus.
        onPointerDown={(event) => event.preventDefault()}
        onClick={onChoose}
        className="aria-selected:bg-sunken hover:bg-sunken flex min-h-8 cursor-default items-center justify-between gap-3 rounded-[4px] px-2"
      >
        <span className="min-w-0 break-words">
          <span className="sr-only">{group}: </span>
          {label}
        </span>
        <span className="text-ink-soft shrink-0 text-xs">{about}</span>
      </div>
    </>
  );
}
