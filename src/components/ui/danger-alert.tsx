/** Says that something fails and wants attention. */
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export const DangerAlert = ({ children }: { children: ReactNode }) => (
  <div role="alert" className="bg-danger-soft border-danger/30 rounded-panel mb-4 flex items-start gap-3 border p-3">
    <CircleAlert className="text-danger mt-0.5 size-4 shrink-0" aria-hidden />
    <div className="min-w-0 flex-1 break-words">{children}</div>
  </div>
);
