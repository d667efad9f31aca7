/** What only a sandbox has; a live organization is told why it is not there. */
'use client';
import type { ReactNode } from 'react';
import { useMay } from '@/components/shell/session';
import { EmptyState } from '@/components/ui/empty-state';

export function SandboxOnly({ children }: { children: ReactNode }) {
  if (useMay().sandbox) return children;
  return (
    <div className="panel">
      <EmptyState title="This organization is live: its clock is the real one, and nobody can move it. Choose a sandbox, or make one, in the switch at the top of the menu to try what time does." />
    </div>
  );
}
