/** Tabs of one subject; arrow keys move between them. */
'use client';
import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode, SyntheticEvent } from 'react';
import { usePrinting } from './printing';

export interface Tab {
  value: string;
  label: string;
  content: ReactNode;
  /** Printed even when another tab is open. */
  printed?: boolean;
}

const mark = (pointed: boolean) => (event: SyntheticEvent) => void event.currentTarget.toggleAttribute('data-pointed', pointed);
/** A clicked tab is focused by script, which browsers treat as keyboard focus; its ring is for keys only. */
const RING_FOR_KEYS = { onPointerDown: mark(true), onKeyDown: mark(false), onBlur: mark(false) };

export function Tabs({
  tabs,
  label,
  value,
  onChange,
}: {
  tabs: readonly Tab[];
  label: string;
  value?: string;
  onChange?: (value: string) => void;
}) {
  const printing = usePrinting() !== null;
  return (
    <Primitive.Root defaultValue={value === undefined ? tabs[0]?.value : undefined} value={value} onValueChange={onChange}>
      <Primitive.List aria-label={label} className="border-line flex gap-4 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            {...RING_FOR_KEYS}
            className="data-pointed:outline-none text-ink-soft data-[state=active]:border-accent data-[state=active]:text-ink -mb-px border-b-2 border-transparent -outline-offset-2 px-1 py-2 font-medium whitespace-nowrap"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-4" forceMount={(printing && tab.printed) || undefined}>
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
