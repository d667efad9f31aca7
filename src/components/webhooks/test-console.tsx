/** Sends a sample, edited or not, and shows the request and its response as it arrives. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookEndpoint } from '@/contract/webhook';
import { useMay, useSession } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { jsonObjectFault, jsonObjectOf } from '@/components/ui/json-object';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { AttemptCard } from './attempt-card';

const DEFAULT_TYPE = 'event.completed';
const TYPES_OFFERED = 200;
const POLL_MS = 150;

export function TestConsole({ endpoint }: { endpoint: WebhookEndpoint }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { change } = useMay();
  const { organization } = useSession();
  const [type, setType] = useState(DEFAULT_TYPE);
  const [edited, setEdited] = useState<string | null>(null);
  const types = useQuery(trpc.webhookEventTypes.list.queryOptions({ limit: TYPES_OFFERED }, { staleTime: Infinity })).data?.data ?? [];
  const chosen = types.find((row) => row.type === type);
  const text = edited ?? (chosen ? JSON.stringify({ ...chosen.sample_payload, organization_id: organization.id }, null, 2) : '');
  const data = jsonObjectOf(text);
  const send = useMutation(
    trpc.webhookEndpoints.test.mutationOptions({
      onSettled: () => {
        void queries.invalidateQueries(trpc.webhookEndpoints.pathFilter());
        void queries.invalidateQueries(trpc.webhookDeliveries.list.pathFilter());
      },
    }),
  );
  if (!change || endpoint.status !== 'ACTIVE') return <p className="text-ink-soft">Tests can be sent only to an active endpoint.</p>;
  return (
    <div className="flex flex-col gap-4">
      <Field label="Type" required hint={chosen?.description}>
        <Select
          options={types.map((row) => ({ value: row.type, label: row.type }))}
          value={type}
          onChange={(next) => {
            setType(next);
            setEdited(null);
          }}
        />
      </Field>
      <Field
        label="Data"
        required
        hint="The sample of the type, which you can edit. It is sent in an envelope, signed like any other delivery."
        error={text === '' ? undefined : (jsonObjectFault(text) ?? undefined)}
      >
        <Textarea
          className="font-mono text-xs"
          rows={10}
          spellCheck={false}
          value={text}
          onChange={(event) => setEdited(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          pending={send.isPending}
          disabled={!data}
          onClick={() => send.mutate({ id: endpoint.id, event_type: type, data: edited === null ? undefined : (data ?? undefined) })}
        >
          Send test
        </Button>
        {edited !== null && <Button onClick={() => setEdited(null)}>Back to the sample</Button>}
      </div>
      {send.error && <FailureNote failure={failureOf(send.error)} />}
      {send.data && <Outcome id={send.data.id} key={send.data.id} />}
    </div>
  );
}

/** Polls until the first attempt has ended. */
function Outcome({ id }: { id: string }) {
  const { data: delivery } = useQuery(
    useTRPC().webhookDeliveries.get.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data && state.data.attempts.length > 0 ? false : POLL_MS) },
    ),
  );
  const attempt = delivery?.attempts[0];
  return (
    <div aria-live="polite">
      {delivery && attempt ? (
        <AttemptCard attempt={attempt} body={delivery.body} open />
      ) : (
        <p className="text-ink-soft">{delivery?.last_error ?? 'Sent; waiting for the answer…'}</p>
      )}
    </div>
  );
}
