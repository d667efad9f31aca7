/** Lists the organization's API keys: who created them, when they were last used, and the actions on them. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { MoreHorizontal, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey, CreatedApiKey } from '@/contract/api-key';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useMay } from '@/components/shell/session';
import { Badge, StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu';
import { EmptyState } from '@/components/ui/empty-state';
import { presses } from '@/components/ui/keys';
import { onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { useKeyBulk, works } from './use-key-bulk';

const CreateKeyDialog = onDemand(() => import('./create-key-dialog').then((loaded) => loaded.CreateKeyDialog));
const NewKeyDialog = onDemand(() => import('./new-key-dialog').then((loaded) => loaded.NewKeyDialog));
const RevokeKeyDialog = onDemand(() => import('./revoke-key-dialog').then((loaded) => loaded.RevokeKeyDialog));
const RotateKeyDialog = onDemand(() => import('./rotate-key-dialog').then((loaded) => loaded.RotateKeyDialog));

type Doing = { kind: 'create' } | { kind: 'rotate' | 'revoke'; apiKey: ApiKey } | { kind: 'show'; created: CreatedApiKey } | null;

export function ApiKeysPage() {
  const query = useQuery(useTRPC().apiKeys.list.queryOptions());
  const { manage } = useMay();
  const bulk = useKeyBulk();
  const [doing, setDoing] = useState<Doing>(null);
  const done = () => setDoing(null);
  const create = (
    <Button variant="primary" aria-haspopup="dialog" onClick={() => setDoing({ kind: 'create' })} {...presses('new')}>
      <Plus aria-hidden /> Create key
    </Button>
  );
  return (
    <>
      <PageHeader title="API keys" description="Keys can read and write everything in this organization." actions={manage && create} />
      <DataTable
        name="API keys"
        columns={columnsFor(manage, setDoing)}
        query={query}
        bulk={bulk}
        rowId={(row) => row.id}
        empty={<EmptyState title="No API keys yet. Your server needs one to send events and read balances." action={manage && create} />}
      />
      {doing?.kind === 'create' && <CreateKeyDialog onClose={done} onCreated={(created) => setDoing({ kind: 'show', created })} />}
      {doing?.kind === 'rotate' && (
        <RotateKeyDialog apiKey={doing.apiKey} onClose={done} onRotated={(created) => setDoing({ kind: 'show', created })} />
      )}
      {doing?.kind === 'revoke' && <RevokeKeyDialog apiKey={doing.apiKey} onClose={done} />}
      {doing?.kind === 'show' && <NewKeyDialog created={doing.created} onClose={done} />}
    </>
  );
}

function columnsFor(manage: boolean, act: (doing: Doing) => void): Column<ApiKey>[] {
  const columns: Column<ApiKey>[] = [
    { header: 'Name', cell: (row) => <NameCell apiKey={row} />, text: (row) => row.name },
    { header: 'Key', cell: (row) => <code className="text-ink-soft font-mono text-xs">{row.hint}</code>, text: (row) => row.hint },
    { header: 'Status', cell: (row) => <StatusCell apiKey={row} />, text: (row) => row.status },
    {
      header: 'Last used',
      from: 'md',
      cell: (row) => (row.last_used_at ? <RelativeTime at={row.last_used_at} real /> : <span className="text-ink-faint">Never</span>),
      text: (row) => row.last_used_at ?? '',
    },
    { header: 'Created', from: 'sm', cell: (row) => <RelativeTime at={row.created_at} real />, text: (row) => row.created_at },
    {
      header: 'Created by',
      from: 'lg',
      cell: (row) => row.created_by ?? <span className="text-ink-faint">—</span>,
      text: (row) => row.created_by ?? '',
    },
  ];
  return manage
    ? [...columns, { header: 'Actions', numeric: true, cell: (row) => <Actions apiKey={row} act={act} />, text: () => '' }]
    : columns;
}

const NameCell = ({ apiKey }: { apiKey: ApiKey }) => (
  <span className="inline-flex items-center gap-2">
    <span className="font-medium">{apiKey.name}</span>
    {apiKey.trusted && <Badge tone="info">Trusted</Badge>}
  </span>
);

const StatusCell = ({ apiKey }: { apiKey: ApiKey }) => (
  <span className="inline-flex items-center gap-2">
    <StatusBadge status={apiKey.status} />
    {apiKey.status === 'EXPIRING' && (
      <span className="text-ink-soft text-xs">
        ends <RelativeTime at={apiKey.expires_at} real />
      </span>
    )}
  </span>
);

function Actions({ apiKey, act }: { apiKey: ApiKey; act: (doing: Doing) => void }) {
  if (!works(apiKey)) return null;
  const trigger = (
    <Button variant="quiet" size="icon" aria-label={`Actions for ${apiKey.name}`}>
      <MoreHorizontal aria-hidden />
    </Button>
  );
  return (
    <DropdownMenu trigger={trigger}>
      <MenuItem onSelect={() => act({ kind: 'rotate', apiKey })}>Rotate…</MenuItem>
      <MenuItem danger onSelect={() => act({ kind: 'revoke', apiKey })}>
        Revoke…
      </MenuItem>
    </DropdownMenu>
  );
}
