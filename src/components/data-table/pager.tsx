/** The way between the pages of a list; nothing where there is one page. */
'use client';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { presses } from '@/components/ui/keys';
import type { ListState } from './list-state';

export interface PagerProps {
  page: ListState['page'];
  /** The cursor of the page after this one. */
  next: string | null | undefined;
  /** What the two ways are called. */
  words?: readonly [previous: string, next: string];
}

export function Pager({ page, next, words: [back, forth] = ['Previous page', 'Next page'] }: PagerProps) {
  if (page.first && !next) return null;
  return (
    <>
      <Button variant="quiet" size="small" disabled={page.first} onClick={page.previous} aria-label={back} {...presses('previous')}>
        <ChevronLeft aria-hidden />
      </Button>
      <Button variant="quiet" size="small" disabled={!next} onClick={() => next && page.next(next)} aria-label={forth} {...presses('next')}>
        <ChevronRight aria-hidden />
      </Button>
    </>
  );
}
