/** The heading of a record's detail; on the record's own page it also titles the window. */
'use client';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { cn } from './cn';

/** The list a detail page belongs to; null beside a list, whose window keeps the list's title. */
export const ListOfPage = createContext<string | null>(null);

interface RecordHeadingProps {
  /** The name as plain text. */
  name: string;
  /** What the heading shows instead of the name, such as an amount with its symbol. */
  shown?: ReactNode;
  /** Follows the name, such as a status. */
  children?: ReactNode;
  className?: string;
}

/** Keeps the title when the page's own metadata arrives after the record. @returns a cleanup function. */
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
