/** Moves between the pages of a list; renders nothing when there is one page. */
'use client';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { presses } from '@/components/ui/keys';
import type { ListState } from './list-state';

interface PagerProps {
  page: ListState['page'];
  /** The cursor of the next page. */
  next: string | null | undefined;
  /** The labels of the two buttons. */
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
