/** Links a resource to its entries in the audit log. */
'use client';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import type { Fact } from '@/components/ui/facts';

/** One fact for users who may read the audit log, none for others. */
export function useHistoryFact(resourceId: string): readonly Fact[] {
  const { manage } = useMay();
  if (!manage) return [];
  const link = (
    <ScopedLink href={`/audit?resource_id=${resourceId}`} className="text-accent hover:underline">
      Who changed what
    </ScopedLink>
  );
  return [{ name: 'History', value: link }];
}
