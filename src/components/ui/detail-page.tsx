/** A detail on its own address: where it belongs, and the detail itself. */
'use client';
import type { ReactNode } from 'react';
import { ScopedLink } from '@/components/shell/scoped-link';
import { ListOfPage } from './record-heading';

export interface DetailPageProps {
  title: string;
  /** The list it belongs to. */
  list: { href: string; label: string };
  children: ReactNode;
}

export const DetailPage = ({ title, list, children }: DetailPageProps) => (
  <ListOfPage value={list.label}>
    <div className="max-w-5xl">
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
