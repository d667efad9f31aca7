/** An empty list: one sentence why, and one action. */
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  action?: ReactNode;
}

export const EmptyState = ({ title, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-4 px-4 py-16 text-center">
    <p className="text-ink-soft max-w-prose">{title}</p>
    {action}
  </div>
);
