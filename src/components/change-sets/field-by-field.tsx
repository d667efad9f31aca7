/** Shows what a change set changes, field by field. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ChangeSet } from '@/contract/change-set';
import { ConfigurationDiff } from '@/components/rules/configuration-diff';
import { Detail } from '@/components/ui/detail';
import { useTRPC } from '@/trpc/client';

export function FieldByField({ set }: { set: Pick<ChangeSet, 'id'> }) {
  const query = useQuery(useTRPC().changeSets.diff.queryOptions({ id: set.id }));
  return <Detail query={query}>{({ diff }) => <ConfigurationDiff diff={diff} empty="It changes nothing yet." />}</Detail>;
}
