/** Several views of one subject; arrows move between them. */
'use client';
import { Tabs as Primitive } from 'radix-ui';
import { Suspense, type ReactNode } from 'react';

export interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

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
  return (
    <Primitive.Root defaultValue={value === undefined ? tabs[0]?.value : undefined} value={value} onValueChange={onChange}>
      <Primitive.List aria-label={label} className="border-line flex gap-4 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="text-ink-soft data-[state=active]:border-accent data-[state=active]:text-ink -mb-px border-b-2 border-transparent -outline-offset-2 px-1 py-2 font-medium whitespace-nowrap"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-4">
          <Suspense fallback={<div className="h-40" aria-busy="true" />}>{tab.content}</Suspense>
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
