/** Lists the assistants that read through the tool server, and disconnects them. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { McpGrant } from '@/contract/mcp-grant';
import { MCP_SCOPE_NAMES, MCP_SCOPES } from '@/domain/mcp';
import type { Column } from '@/components/data-table/column';
import { DataTable, type TableQuery } from '@/components/data-table/data-table';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

/** The user's own assistants, across all organizations. */
export function OwnAssistantsPart() {
  const trpc = useTRPC();
  const query = useQuery(trpc.mcpGrants.own.queryOptions());
  const { mutateAsync } = useMutation(trpc.mcpGrants.revokeOwn.mutationOptions());
  return <AssistantsPart query={query} place={organizationOf} onRevoke={(id) => mutateAsync({ id })} />;
}

/** All assistants of the current organization, whoever connected them. */
export function TeamAssistantsPart() {
  const trpc = useTRPC();
  const query = useQuery(trpc.mcpGrants.list.queryOptions());
  const { mutateAsync } = useMutation(trpc.mcpGrants.revoke.mutationOptions());
  return <AssistantsPart query={query} place={personOf} onRevoke={(id) => mutateAsync({ id })} />;
}

interface AssistantsPartProps {
  query: TableQuery<McpGrant>;
  /** The column that tells apart grants of the same assistant. */
  place: Column<McpGrant>;
  onRevoke: (id: string) => Promise<unknown>;
}

function AssistantsPart({ query, place, onRevoke }: AssistantsPartProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<McpGrant | null>(null);
  const revoke = async () => {
    if (asking) await onRevoke(asking.id).finally(() => queries.invalidateQueries(trpc.mcpGrants.pathFilter()));
  };
  return (
    <Part title="Connected assistants">
      <DataTable
        name="Connected assistants"
        query={query}
        rowId={(row) => row.id}
        empty={<NoAssistant />}
        columns={columns(place, setAsking)}
      />
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={`Disconnect ${asking?.client_name ?? ''}?`}
        consequence="From its next call on, it can no longer read anything. To connect again, it has to ask again."
        confirmLabel="Disconnect"
        onConfirm={revoke}
      />
    </Part>
  );
}

/** Shown only in the browser: until data arrives, nothing is known to be missing. */
const NoAssistant = () => (
  <EmptyState
    title="No assistants connected yet. Add the address below to your assistant, then choose what it may read. It can change nothing."
    action={<code className="bg-sunken rounded-control px-2 py-1 font-mono text-xs break-all">{`${window.location.origin}/mcp`}</code>}
  />
);

const organizationOf: Column<McpGrant> = {
  header: 'Organization',
  from: 'sm',
  cell: (row) => row.organization_name,
  text: (row) => row.organization_name,
};

const personOf: Column<McpGrant> = {
  header: 'Connected by',
  from: 'sm',
  cell: (row) => <span title={row.user_email}>{row.user_name}</span>,
  text: (row) => row.user_email,
};

const programsInWords = ({ programs }: McpGrant): string => programs?.map(({ name }) => name).join(', ') ?? 'All programs';
const scopesInWords = ({ scopes }: McpGrant): string => scopes.map((scope) => MCP_SCOPES[scope]).join('\n');

/** The hosts of its client metadata document and of its redirect. */
const hostsOf = ({ document_host, redirect_host }: McpGrant): string[] => [
  ...new Set([...(document_host === null ? [] : [document_host]), redirect_host]),
];

const columns = (place: Column<McpGrant>, onDisconnect: (grant: McpGrant) => void): Column<McpGrant>[] => [
  {
    header: 'Assistant',
    cell: (row) => (
      <span className="block min-w-0">
        <span className="block font-medium break-words">{row.client_name}</span>
        <span className="text-ink-faint block text-xs break-words">{hostsOf(row).join(', ')}</span>
      </span>
    ),
    text: (row) => row.client_name,
  },
  place,
  {
    header: 'Reads',
    from: 'md',
    cell: (row) => (
      <span className="block whitespace-normal" title={scopesInWords(row)}>
        {programsInWords(row)}
        {row.scopes.length < MCP_SCOPE_NAMES.length && (
          <span className="text-ink-faint block text-xs">Only {row.scopes.map((scope) => scope.replace(':read', '')).join(', ')}</span>
        )}
      </span>
    ),
    text: (row) => `${programsInWords(row)}: ${scopesInWords(row)}`,
  },
  {
    header: 'Last used',
    cell: (row) => (row.last_used_at ? <RelativeTime at={row.last_used_at} real /> : 'Never'),
    text: (row) => row.last_used_at ?? '',
  },
  {
    header: 'Actions',
    numeric: true,
    control: true,
    cell: (row) => (
      <Button
        variant="quiet"
        size="small"
        aria-label={`Disconnect ${row.client_name}`}
        aria-haspopup="dialog"
        onClick={() => onDisconnect(row)}
      >
        Disconnect
      </Button>
    ),
    text: () => '',
  },
];
