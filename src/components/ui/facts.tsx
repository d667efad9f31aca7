/** Lists facts, name beside value. */
import type { ReactNode } from 'react';

export interface Fact {
  name: string;
  value: ReactNode;
}

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="divide-line panel divide-y">
    {facts.map(({ name, value }) => (
      <div key={name} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-3 py-2">
        <dt className="text-ink-soft w-28 shrink-0 sm:w-40">{name}</dt>
        <dd className="min-w-0 flex-1 break-words">{value}</dd>
      </div>
    ))}
  </dl>
);
