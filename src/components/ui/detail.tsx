/** Shows a detail once it is loaded; until then a placeholder, on failure the reason. */
'use client';
import type { ReactNode } from 'react';
import { failureOf } from '@/trpc/failure';
import { Button } from './button';
import { FailureNote } from './failure-note';
import { useLastingError } from './lasting-error';
import { Skeleton } from './skeleton';
import { Waiting } from './waiting';
import { Stale } from './stale';

export interface DetailProps<T> {
  query: { data: T | undefined; error: unknown; errorUpdateCount?: number; isPending: boolean; refetch: () => unknown };
  children: (data: T) => ReactNode;
}

export function Detail<T>({ query, children }: DetailProps<T>) {
  const error = useLastingError(query);
  if (query.data !== undefined)
    return (
      <>
        <Stale query={query} />
        {children(query.data)}
      </>
    );
  if (error) return <FailureNote failure={failureOf(error)} action={<Button onClick={() => void query.refetch()}>Try again</Button>} />;
  return (
    <Waiting className="flex min-h-64 flex-col gap-3">
      <Skeleton className="h-8 w-1/2" />
      <Skeleton />
      <Skeleton className="w-2/3" />
    </Waiting>
  );
}

/** A titled part of a detail. */
export const Part = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => (
  <section className="mt-6 first:mt-0">
    <div className="mb-2 flex min-h-8 items-center justify-between gap-4">
      <h2 className="font-semibold">{title}</h2>
      {actions && <div className="flex gap-2">{actions}</div>}
    </div>
    {children}
  </section>
);
