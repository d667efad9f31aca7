/** Shows what a change set changes, field by field. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ChangeSet } from '@/contract/change-set';
import { ConfigurationDiff, isEmptyDiff } from '@/components/rules/configuration-diff';
import { Badge } from '@/components/ui/badge';
import { Detail } from '@/components/ui/detail';
import { FieldChanges } from '@/components/ui/field-changes';
import { useTRPC } from '@/trpc/client';
import { CHANGE_WORDS } from './change-words';

export function FieldByField({ set }: { set: Pick<ChangeSet, 'id'> }) {
  const query = useQuery(useTRPC().changeSets.diff.queryOptions({ id: set.id }));
  return (
    <Detail query={query}>
      {({ diff, changes }) => {
        const automations = changes.filter(({ type }) => CHANGE_WORDS[type].what === 'Automation');
        return (
          <div className="flex flex-col gap-4">
            {(automations.length === 0 || !isEmptyDiff(diff)) && <ConfigurationDiff diff={diff} empty="It changes nothing yet." />}
            {automations.length > 0 && (
              <ul className="panel divide-line divide-y" aria-label="Automations">
                {automations.map(({ type, id, name, fields, before, after }) => (
                  <li key={id} className="px-3 py-2">
                    <p className="flex flex-wrap items-center gap-2">
                      <Badge tone={CHANGE_WORDS[type].tone}>{CHANGE_WORDS[type].label}</Badge>
                      <span className="font-medium">{name}</span>
                      <span className="text-ink-faint text-xs">Automation</span>
                    </p>
                    {fields.length > 0 ? (
                      <FieldChanges changes={fields} />
                    ) : (
                      <p className="text-ink-soft mt-1 break-words">{(after ?? before)?.sentence}</p>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </div>
        );
      }}
    </Detail>
  );
}
