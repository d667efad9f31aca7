/** One audit log entry: who made the change and from where, and each field before and after. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditEntry } from '@/contract/audit-log';
import { ScopedLink } from '@/components/shell/scoped-link';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts } from '@/components/ui/facts';
import { FieldChanges } from '@/components/ui/field-changes';
import { JsonPanel } from '@/components/ui/json-view';
import { onceInUse } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { ActionBadge, actorKind, actorText, resourceKind, resourcePath } from './audit-text';

/** It comes with the parser of the language. */
const ChangedInWords = onceInUse(
  () => import('./changed-in-words').then((loaded) => loaded.ChangedInWords),
  () => null,
);

export function AuditDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().auditLog.get.queryOptions({ id }, { staleTime: Infinity }));
  return (
    <Detail query={query}>
      {(entry) => (
        <>
          <RecordHeading name={`${resourceKind(entry.resource_type)} ${entry.resource_name ?? ''}`.trim()} className="mb-4">
            <ActionBadge action={entry.action} />
          </RecordHeading>
          <Tabs
            label="Change"
            tabs={[
              { value: 'change', label: 'What changed', content: <Changes entry={entry} /> },
              { value: 'facts', label: 'Who and when', content: <EntryFacts entry={entry} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={entry} path={`/v1/audit-log/${entry.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const { before, after } = entry;
  const fields = Object.keys(after ?? before ?? {});
  const path = resourcePath(entry);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">
        {actorText(entry)}
        {entry.on_behalf_of && ` for ${entry.on_behalf_of}`}, <RelativeTime at={entry.created_at} real />
      </p>
      {entry.action === 'UPDATE' && before && after && <ChangedInWords type={entry.resource_type} before={before} after={after} />}
      {entry.action !== 'UPDATE' && entry.summary && <p className="break-words">{entry.summary}</p>}
      {fields.length === 0 ? (
        <div className="panel">
          <EmptyState title="This change has no fields to show." />
        </div>
      ) : (
        <FieldChanges
          changes={fields.map((field) => ({ field, before: before?.[field], after: after?.[field] }))}
          only={before === null ? 'after' : after === null ? 'before' : undefined}
        />
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {path && <Go href={path}>Open the {resourceKind(entry.resource_type).toLowerCase()}</Go>}
        <Go href={`/audit?resource_id=${entry.resource_id}`}>Full history</Go>
      </p>
    </div>
  );
}

const Go = ({ href, children }: { href: string; children: ReactNode }) => (
  <ScopedLink href={href} className="text-accent hover:underline">
    {children}
  </ScopedLink>
);

const NONE = <span className="text-ink-faint">—</span>;

/** Requests to /v1 are in the request log; what a user does in the dashboard is only here. */
const isLogged = ({ actor_type }: AuditEntry): boolean => actor_type === 'API_KEY' || actor_type === 'TOKEN';

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const { request_id: request } = entry;
  const links = request && (
    <span className="flex flex-wrap items-center gap-x-4">
      <CopyableId id={request} label="Request id" whole />
      {isLogged(entry) && <Go href={`/logs?request_id=${request}`}>What was sent</Go>}
      <Go href={`/audit?request_id=${request}`}>All its changes</Go>
    </span>
  );
  return (
    <Facts
      facts={[
        { name: actorKind(entry.actor_type), value: actorText(entry) },
        ...(entry.actor_id ? [{ name: 'Id', value: <CopyableId id={entry.actor_id} whole /> }] : []),
        { name: 'On behalf of', value: entry.on_behalf_of ?? NONE },
        { name: 'Called', value: entry.operation ?? NONE },
        { name: 'Request', value: links ?? NONE },
        { name: 'Address', value: entry.ip ?? NONE },
        { name: 'When', value: <RelativeTime at={entry.created_at} real /> },
        { name: 'Organization time', value: <RelativeTime at={entry.organization_time} /> },
        { name: resourceKind(entry.resource_type), value: <CopyableId id={entry.resource_id} whole /> },
      ]}
    />
  );
}
