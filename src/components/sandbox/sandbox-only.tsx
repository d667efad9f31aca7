/** Renders sandbox-only content; tells a live organization why it is missing. */
'use client';
import type { ReactNode } from 'react';
import { useMay } from '@/components/shell/session';
import { EmptyState } from '@/components/ui/empty-state';

export function SandboxOnly({ children }: { children: ReactNode }) {
  if (useMay().sandbox) return children;
  return (
    <div className="panel">
      <EmptyState title="This organization is live: its clock is real time, and nobody can move it. To try what time does, choose or create a sandbox in the switch at the top of the menu." />
    </div>
  );
}
