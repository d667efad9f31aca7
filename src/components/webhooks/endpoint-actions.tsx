/** The actions on an endpoint: test, recover failed deliveries, edit, rotate the secret, disable, archive. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { WebhookEndpoint } from '@/contract/webhook';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu';
import { FailureNote } from '@/components/ui/failure-note';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const EndpointDialog = onDemand(() => import('./endpoint-dialog').then((loaded) => loaded.EndpointDialog));
const RecoverDialog = onDemand(() => import('./recover-dialog').then((loaded) => loaded.RecoverDialog));
const SecretDialog = onDemand(() => import('./secret-dialog').then((loaded) => loaded.SecretDialog));

type Doing = 'edit' | 'recover' | 'rotate' | 'status' | 'archive' | null;
const OVERLAP = '24h';

/** @param onTest opens the test console. */
export function EndpointActions({ endpoint, onTest }: { endpoint: WebhookEndpoint; onTest: () => void }) {
  const [doing, setDoing] = useState<Doing>(null);
  const { change } = useMay();
  if (!change || endpoint.status === 'ARCHIVED') return null;
  const done = () => setDoing(null);
  const trigger = (
    <Button variant="quiet" size="icon" aria-label="More actions">
      <MoreHorizontal aria-hidden />
    </Button>
  );
  return (
    <div className="flex gap-2">
      {endpoint.status === 'ACTIVE' && <Button onClick={onTest}>Send a test</Button>}
      <Button aria-haspopup="dialog" onClick={() => setDoing('recover')}>
        {endpoint.status === 'ACTIVE' ? 'Recover' : 'Enable and recover'}…
      </Button>
      <DropdownMenu trigger={trigger}>
        <MenuItem onSelect={() => setDoing('edit')}>Edit…</MenuItem>
        <MenuItem onSelect={() => setDoing('rotate')}>Rotate the secret…</MenuItem>
        <MenuItem onSelect={() => setDoing('status')}>{endpoint.status === 'ACTIVE' ? 'Disable…' : 'Enable…'}</MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => setDoing('archive')}>
          Archive…
        </MenuItem>
      </DropdownMenu>
      {doing === 'edit' && <EndpointDialog endpoint={endpoint} onClose={done} />}
      {doing === 'recover' && <RecoverDialog endpoint={endpoint} onClose={done} />}
      {doing === 'rotate' && <RotateSecret endpoint={endpoint} onClose={done} />}
      {(doing === 'status' || doing === 'archive') && <StatusDialog endpoint={endpoint} archive={doing === 'archive'} onClose={done} />}
    </div>
  );
}

interface DoingProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

function RotateSecret({ endpoint, onClose }: DoingProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const rotate = useMutation(
    trpc.webhookEndpoints.rotateSecret.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.webhookEndpoints.pathFilter()) }),
  );
  if (rotate.data) return <SecretDialog url={endpoint.url} secret={rotate.data.secret} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Rotate the signing secret?"
      description="A new secret is created and shown once. For 24 hours, deliveries are signed with both secrets; afterwards only with the new one."
    >
      {rotate.error && <FailureNote failure={failureOf(rotate.error)} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" pending={rotate.isPending} onClick={() => rotate.mutate({ id: endpoint.id, overlap: OVERLAP })}>
          Rotate secret
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function StatusDialog({ endpoint, archive, onClose }: DoingProps & { archive: boolean }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const update = useMutation(
    trpc.webhookEndpoints.update.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.webhookEndpoints.pathFilter()) }),
  );
  const stops = endpoint.status === 'ACTIVE';
  const status = archive ? 'ARCHIVED' : stops ? 'DISABLED' : 'ACTIVE';
  const words = {
    ARCHIVED: [
      'Archive',
      'Nothing is sent to it again, and queued deliveries fail. Past deliveries remain readable. This cannot be undone.',
    ],
    DISABLED: [
      'Disable',
      'Nothing is sent to it until it is enabled again, and queued deliveries fail. Failed deliveries can be sent again then.',
    ],
    ACTIVE: ['Enable', 'Everything that happens from now on is sent to it again.'],
  } as const;
  const [verb, consequence] = words[status];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${verb} this endpoint?`}
      consequence={consequence}
      confirmLabel={`${verb} endpoint`}
      dangerous={status === 'ARCHIVED'}
      onConfirm={() => update.mutateAsync({ id: endpoint.id, status })}
    />
  );
}
