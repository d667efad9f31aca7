/** A part of the cost of a rule that opens on demand. */
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface CostPartProps {
  title: string;
  /** What it comes to, in a few words. */
  summary?: string;
  children: ReactNode;
}

export const CostPart = ({ title, summary, children }: CostPartProps) => (
  <details className="group border-line border-t pt-2">
    <summary className="hover:text-ink flex cursor-pointer list-none items-center gap-1 text-xs font-medium">
      <ChevronRight className="size-3.5 shrink-0 transition-transform group-open:rotate-90" aria-hidden />
      {title}
      {summary && <span className="text-ink-soft ml-auto text-right font-normal tabular-nums">{summary}</span>}
    </summary>
    <div className="mt-2">{children}</div>
  </details>
);
