/** The name of a record above its detail; on an address of its own, the window is called by it too. */
'use client';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { cn } from './cn';

/** The list that the page of a detail belongs to; null beside a list, whose window keeps the list's name. */
export const ListOfPage = createContext<string | null>(null);

export interface RecordHeadingProps {
  /** As text. */
  name: string;
  /** What the heading says in the place of the name, such as an amount with its symbol. */
  shown?: ReactNode;
  /** A status and the like, after the name. */
  children?: ReactNode;
  className?: string;
}

export function RecordHeading({ name, shown = name, children, className }: RecordHeadingProps) {
  const list = useContext(ListOfPage);
  useEffect(() => {
    if (list !== null) document.title = `${name} · ${list}`;
  }, [name, list]);
  return (
    <h2 className={cn('flex min-w-0 flex-wrap items-center gap-x-2 text-lg font-semibold break-words', className)}>
      {shown} {children}
    </h2>
  );
}
