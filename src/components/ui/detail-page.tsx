/** A detail at its own URL, with a link to its list. */
'use client';
import type { ReactNode } from 'react';
import { ScopedLink } from '@/components/shell/scoped-link';
import { ListOfPage } from './record-heading';

interface DetailPageProps {
  title: string;
  /** The list of the record. */
  list: { href: string; label: string };
  /** Whether it takes the whole width, as a form with something beside it does. */
  wide?: boolean;
  children: ReactNode;
}

export const DetailPage = ({ title, list, wide = false, children }: DetailPageProps) => (
  <ListOfPage value={list.label}>
    <div className={wide ? undefined : 'max-w-5xl'}>
      <div className="text-ink-faint mb-3 flex items-center gap-2 text-xs">
        <ScopedLink href={list.href} className="hover:text-ink hover:underline">
          {list.label}
        </ScopedLink>
        <span aria-hidden>/</span>
        <h1>{title}</h1>
      </div>
      {children}
    </div>
  </ListOfPage>
);
