/** An id shortened to its distinctive part, copied in full with a click. */
'use client';
import { Copy } from 'lucide-react';
import { cn } from './cn';
import { copyText } from './clipboard';

/** Time-ordered UUIDs start alike; their ends differ. */
const shortened = (id: string): string => (id.length > 20 ? `…${id.slice(-8)}` : id);

export function CopyableId({
  id,
  label = 'Id',
  whole = false,
  className,
}: {
  id: string;
  label?: string;
  whole?: boolean;
  className?: string;
}) {
  return (
    <button
      type="button"
      title={id}
      aria-label={`Copy ${label} ${whole ? id : shortened(id)}`}
      onClick={(event) => {
        event.stopPropagation();
        void copyText(id, label);
      }}
      className={cn(
        'group text-ink-soft hover:text-ink inline-flex print:inline-flex! max-w-full min-w-0 items-center gap-1 rounded-[4px] font-mono text-xs',
        className,
      )}
    >
      <span className={whole ? 'text-left break-all' : 'truncate'}>{whole ? id : shortened(id)}</span>
      <Copy className="text-ink-faint size-3 shrink-0 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100" aria-hidden />
    </button>
  );
}
