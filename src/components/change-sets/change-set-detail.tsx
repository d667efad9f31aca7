/** One change set: what it changes and costs, what stands in its way, and what can be done with it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ChangeSet } from '@/contract/change-set';
import { useHistoryFact } from '@/components/audit/history-fact';
import { Author } from '@/components/ui/author';
import { StatusBadge } from '@/components/ui/badge';
import { DangerAlert } from '@/components/ui/danger-alert';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { ChangeSetActions } from './change-set-actions';
import { ChangeSetChanges } from './change-set-changes';

const FieldByField = onDemand(() => import('./field-by-field').then((loaded) => loaded.FieldByField), FILLING);

export function ChangeSetDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().changeSets.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(set) => (
        <>
          <div className="mb-1 flex flex-wrap items-start justify-between gap-2">
            <RecordHeading name={set.name}>
              <StatusBadge status={set.status} />
            </RecordHeading>
            <ChangeSetActions set={set} />
          </div>
          <p className="text-ink-soft mb-4">{<Standing set={set} />}</p>
          {set.note && <p className="mb-4 max-w-prose whitespace-pre-wrap">{set.note}</p>}
          {set.failure && <Failure failure={set.failure} />}
          <Tabs
            label="Change set"
            tabs={[
              { value: 'changes', label: 'Changes', content: <ChangeSetChanges set={set} /> },
              { value: 'fields', label: 'Field by field', content: <FieldByField set={set} /> },
              { value: 'facts', label: 'Details', content: <ChangeSetFacts set={set} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={set} path={`/v1/change-sets/${id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

/** Where the set stands, in a sentence. */
function Standing({ set: { status, publish_at, published_at, reverted_at } }: { set: ChangeSet }) {
  switch (status) {
    case 'OPEN':
      return <>Nothing of it is live yet.</>;
    case 'SCHEDULED':
      return (
        <>
          Goes live <RelativeTime at={publish_at} />. Nothing of it is live yet.
        </>
      );
    case 'PUBLISHED':
      return (
        <>
          Live since <RelativeTime at={published_at} />.
        </>
      );
    case 'REVERTED':
      return (
        <>
          Went live <RelativeTime at={published_at} />, and was taken back <RelativeTime at={reverted_at} />.
        </>
      );
    case 'DISCARDED':
      return <>It was discarded and never goes live.</>;
  }
}

const Failure = ({ failure: { message, at } }: { failure: NonNullable<ChangeSet['failure']> }) => (
  <div className="mb-4">
    <DangerAlert>
      <p className="font-medium">
        It could not be published when it was due, <RelativeTime at={at} />.
      </p>
      <p>{message}</p>
    </DangerAlert>
  </div>
);

function ChangeSetFacts({ set }: { set: ChangeSet }) {
  return (
    <Facts
      facts={[
        { name: 'Begun', value: <RelativeTime at={set.created_at} /> },
        { name: 'Begun by', value: <Author of={set} /> },
        { name: 'Updated', value: <RelativeTime at={set.updated_at} /> },
        { name: 'Scheduled for', value: <RelativeTime at={set.publish_at} /> },
        { name: 'Published', value: <RelativeTime at={set.published_at} /> },
        ...(set.published_version === null ? [] : [{ name: 'Made version', value: set.published_version }]),
        ...(set.reverted_version === null ? [] : [{ name: 'Taken back by version', value: set.reverted_version }]),
        ...useHistoryFact(set.id),
      ]}
    />
  );
}
