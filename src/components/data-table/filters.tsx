/** The filters above a list: a debounced search, and selects. */
'use client';
import { Search, SlidersHorizontal, X } from 'lucide-react';
import { Children, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { statusLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Input } from '@/components/ui/input';
import { exactText } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { ViewMenu } from '@/components/views/view-menu';

const PAUSE_MS = 250;
const ANY = 'ANY';

interface FilterBarProps {
  children: ReactNode;
  filtered?: boolean;
  /** Whether the list keeps its state in the URL, so that it can be saved as a view. */
  views?: boolean;
}

/** On narrow screens, all filters after the first fold behind a button if there are more than two; active ones stay in view. */
export function FilterBar({ children, filtered = false, views = false }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const [first, ...others] = Children.toArray(children);
  const folds = others.length > 1;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {first}
      {folds && !filtered && (
        <Button className="sm:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
          <SlidersHorizontal aria-hidden /> Filters
        </Button>
      )}
      <div className={cn(folds ? 'flex w-full flex-wrap gap-2 sm:contents' : 'contents', folds && !open && !filtered && 'max-sm:hidden')}>
        {others}
      </div>
      {views && <ViewMenu />}
    </div>
  );
}

export function SearchFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const [text, setText] = useState(value ?? '');
  const [asked, setAsked] = useState(value);
  const [known, setKnown] = useState(value);
  // While rendering, not in an effect: the text and the value change at once, so that a pause that ends between the two clears nothing.
  if (value !== known) {
    setKnown(value);
    setAsked(value);
    // The echo of our own change is older than what has been typed since.
    if (value !== asked) setText(value ?? '');
  }
  const ask = useEffectEvent(() => {
    if (text === (value ?? '')) return;
    const next = text.trim() || null;
    setAsked(next);
    if (next !== value) onChange(next);
  });
  useEffect(() => {
    const timer = setTimeout(() => ask(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className={cn('relative min-w-56 flex-1 sm:w-64 sm:flex-none', text === '' && 'print:hidden')}>
      <Search className="text-ink-faint pointer-events-none absolute top-2 left-2.5 size-4" aria-hidden />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        className="pl-8 print:block!"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}

interface ChoiceFilterProps<Value extends string> {
  label: string;
  options: readonly Value[];
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** The label of an option; a status label by default. */
  text?: (value: Value) => string;
}

export function ChoiceFilter<Value extends string>({ label, options, value, onChange, text = statusLabel }: ChoiceFilterProps<Value>) {
  const all = [{ value: ANY, label: `${label}: any` }, ...options.map((option) => ({ value: option, label: text(option) }))];
  return (
    <Select
      aria-label={label}
      className={cn(value !== null && 'print:inline-flex!')}
      options={all}
      value={value ?? ANY}
      // Each option but ANY is one of these values.
      onChange={(next) => onChange(next === ANY ? null : (next as Value))}
    />
  );
}

/** The time window that a chart linked here with, and a button that clears it. */
export function WindowFilter({ from, to, onClear }: { from: string | null; to: string | null; onClear: () => void }) {
  if (!from && !to) return null;
  const text = [from && `from ${exactText(from)}`, to && `to ${exactText(to)}`].filter(Boolean).join(' ');
  return (
    <Button variant="secondary" className="print:inline-flex!" onClick={onClear} aria-label={`Clear the time window ${text}`}>
      {text} <X aria-hidden />
    </Button>
  );
}
