/** Lists what about the events is likely to surprise the rules that read them. */
import { TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Prose } from '@/components/ui/prose';
import type { ShapeInventory } from './event-shapes-page';

export function ShapeWarnings({ warnings }: { warnings: ShapeInventory['warnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <ul
      aria-label="Warnings"
      className="bg-warning-soft border-warning/30 rounded-panel mb-4 flex max-h-72 flex-col gap-2 overflow-y-auto border p-3"
      tabIndex={0}
    >
      {warnings.map(({ code, path, variant, event_type, event_name, message, referenced }) => (
        <li key={[code, variant, event_type, event_name, path].join('/')} className="flex items-start gap-2">
          <TriangleAlert className="text-warning mt-0.5 size-4 shrink-0" aria-hidden />
          <p className="min-w-0 break-words">
            <Prose text={message} /> {referenced && <Badge tone="warning">Read by a rule</Badge>}
          </p>
        </li>
      ))}
    </ul>
  );
}
