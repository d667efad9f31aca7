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

/** The page's own title may arrive after the record, and would take its place. @returns what ends it. */
function keepTitle(title: string): () => void {
  const { pathname } = window.location;
  const set = (): void => {
    if (window.location.pathname === pathname && document.title !== title) document.title = title;
  };
  set();
  const observer = new MutationObserver(set);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

export function RecordHeading({ name, shown = name, children, className }: RecordHeadingProps) {
  const list = useContext(ListOfPage);
  useEffect(() => (list === null ? undefined : keepTitle(`${name} · ${list}`)), [name, list]);
  return (
    <h2 className={cn('flex min-w-0 flex-wrap items-center gap-x-2 text-lg font-semibold break-words', className)}>
      {shown} {children}
    </h2>
  );
}
