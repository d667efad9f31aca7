/** Enters a text of one's own, or one of those that were seen, each with how often. */
'use client';
import { useId, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { Popover } from 'radix-ui';
import { Input } from '@/components/ui/input';
import type { Suggestion, Suggestions } from './suggestions';

interface SuggestedInputProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'value'> {
  value: string;
  suggestions: Suggestions;
  onType: (text: string) => void;
  onChoose: (suggestion: Suggestion) => void;
}

/** Those that contain what is typed; all while it is one of them, as it is before anything is typed. */
function fitting(values: readonly Suggestion[], typed: string, isTyping: boolean): readonly Suggestion[] {
  if (!isTyping) return values;
  const sought = typed.trim().toLowerCase();
  return values.filter(({ label }) => label.toLowerCase().includes(sought) && label !== typed);
}

export function SuggestedInput({ value, suggestions, onType, onChoose, ...input }: SuggestedInputProps) {
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const [active, setActive] = useState(-1);
  const found = fitting(suggestions.values, value, isTyping);
  const isShown = isOpen && found.length > 0;
  const show = (open: boolean) => {
    setOpen(open);
    setActive(-1);
    setTyping(false);
  };
  const choose = (suggestion: Suggestion) => {
    show(false);
    onChoose(suggestion);
  };
  const press = (event: KeyboardEvent) => {
    const chosen = isShown ? found[active] : undefined;
    if (event.key === 'ArrowDown' && !isShown) show(true);
    else if (event.key === 'ArrowDown' && isShown) setActive(Math.min(found.length - 1, active + 1));
    else if (event.key === 'ArrowUp' && isShown) setActive(Math.max(-1, active - 1));
    else if (event.key === 'Escape' && isShown) show(false);
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const idOf = (index: number): string => `${list}-${index}`;
  return (
    <Popover.Root open={isShown} onOpenChange={(open) => !open && show(false)}>
      <Popover.Anchor asChild>
        <Input
          {...input}
          role="combobox"
          autoComplete="off"
          aria-expanded={isShown}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={isShown && active >= 0 ? idOf(active) : undefined}
          value={value}
          onFocus={() => value === '' && show(true)}
          onClick={() => show(true)}
          onBlur={() => show(false)}
          onKeyDown={press}
          onChange={({ target }) => {
            onType(target.value);
            setOpen(true);
            setTyping(true);
            setActive(-1);
          }}
        />
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          aria-label="Suggestions"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          className="panel enter-fade z-50 flex max-h-72 w-[min(20rem,calc(100vw-2rem))] flex-col p-1 shadow-md"
        >
          <div id={list} role="listbox" aria-label="Values that were seen" className="min-h-0 overflow-y-auto">
            {found.map((suggestion, index) => (
              <div
                key={`${suggestion.term.kind}/${suggestion.label}`}
                id={idOf(index)}
                role="option"
                aria-selected={index === active}
                // The field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(suggestion)}
                className="aria-selected:bg-sunken hover:bg-sunken flex min-h-8 cursor-default items-center justify-between gap-3 rounded-[4px] px-2"
              >
                <span className="min-w-0 break-words">{suggestion.label}</span>
                <span className="text-ink-soft shrink-0 text-xs tabular-nums">{suggestion.count.toLocaleString('en')}</span>
              </div>
            ))}
          </div>
          <p className="text-ink-faint px-2 pt-1 pb-1 text-xs">{suggestions.about} You can type another value.</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
