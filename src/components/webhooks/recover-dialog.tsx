/** Asks from when on to resend failed deliveries, shows how many there are, and starts it. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/ui/toast';
import type { WebhookEndpoint } from '@/contract/webhook';
import { useOrganizationNow } from '@/components/shell/clock';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { fromLocalInput, toLocalInput } from '@/components/ui/local-time';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const HOUR_MS = 3_600_000;
const SPANS = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last 24 hours' },
  { value: '168', label: 'The last 7 days' },
  { value: '720', label: 'The last 30 days' },
] as const;
const SINCE_FAILURE = { value: 'failure', label: 'Since it started to fail' } as const;
const CHOSEN = { value: 'chosen', label: 'Since a time…' } as const;
type Since = (typeof SPANS)[number]['value'] | 'failure' | 'chosen';

export function RecoverDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [opened] = useState(useOrganizationNow()); // so that the count is asked for once, and not with every tick of the clock
  const [since, setSince] = useState<Since>(endpoint.failing_since ? 'failure' : '24');
  const [chosen, setChosen] = useState<string | null>(new Date(opened - HOUR_MS).toISOString());
  const enables = endpoint.status === 'DISABLED';
  const from =
    since === 'chosen' ? chosen : since === 'failure' ? endpoint.failing_since : new Date(opened - Number(since) * HOUR_MS).toISOString();
  const counted = useQuery({
    ...trpc.webhookEndpoints.recoverable.queryOptions({ id: endpoint.id, from: from ?? '' }),
    enabled: from !== null,
  });
  const total = counted.data?.total;
  const update = useMutation(trpc.webhookEndpoints.update.mutationOptions());
  const recover = useMutation(trpc.webhookEndpoints.recover.mutationOptions());
  const error = update.error ?? recover.error ?? counted.error;
  const begin = async () => {
    if (from === null) return;
    try {
      if (enables) await update.mutateAsync({ id: endpoint.id, status: 'ACTIVE' });
      if (total) await recover.mutateAsync({ id: endpoint.id, from });
      toast.success(total ? 'Sending again; the page shows the progress' : 'Enabled');
      onClose();
    } catch {
      // the dialog shows the reason and stays open
    } finally {
      void queries.invalidateQueries(trpc.webhookEndpoints.pathFilter());
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={enables ? 'Enable and send failed deliveries again' : 'Send failed deliveries again'}
      description="Failed deliveries are sent again, the oldest first, with the same webhook-id. What happened while the endpoint was disabled is not included, because nothing was queued then."
    >
      <div className="flex flex-col gap-4">
        <Field label="What failed" required>
          <Select<Since>
            options={[...(endpoint.failing_since ? [SINCE_FAILURE] : []), ...SPANS, CHOSEN]}
            value={since}
            onChange={setSince}
          />
        </Field>
        {since === 'chosen' && (
          <Field label="Since" required>
            <Input type="datetime-local" value={toLocalInput(chosen)} onChange={(event) => setChosen(fromLocalInput(event.target.value))} />
          </Field>
        )}
        <p aria-live="polite" className="tabular-nums">
          {total === undefined
            ? 'Counting…'
            : total === 0
              ? 'No delivery failed in this time.'
              : `${count.format(total)} failed ${total === 1 ? 'delivery' : 'deliveries'} will be sent again.`}
        </p>
        {error && <FailureNote failure={failureOf(error)} />}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={total === undefined || (total === 0 && !enables)}
          pending={update.isPending || recover.isPending}
          onClick={() => void begin()}
        >
          {enables ? (total ? 'Enable and send again' : 'Enable') : 'Send again'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const count = new Intl.NumberFormat('en');
