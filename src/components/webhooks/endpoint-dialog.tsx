/** Adds or edits an endpoint: its URL, and the event types it receives. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateWebhookEndpoint, WebhookEndpoint, WebhookEndpointWithSecret } from '@/contract/webhook';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { Field, FieldFault } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const ALL = '*';
const TYPES_OFFERED = 200;

interface EndpointDraft {
  readonly url: string;
  readonly description: string;
  readonly types: readonly string[];
}

const draftOf = (endpoint?: WebhookEndpoint): EndpointDraft => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  types: endpoint?.enabled_events ?? [ALL],
});

const fieldsOf = ({ url, description, types }: EndpointDraft) => ({
  url: url.trim(),
  description: description.trim() || null,
  // The names come from the API's own list, which is typed as strings; the API checks them again.
  enabled_events: [...types] as CreateWebhookEndpoint['enabled_events'],
});

interface EndpointDialogProps {
  endpoint?: WebhookEndpoint;
  onClose: () => void;
  onCreated?: (created: WebhookEndpointWithSecret) => void;
}

export function EndpointDialog({ endpoint, onClose, onCreated }: EndpointDialogProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const edited = useEdited(draftOf(endpoint));
  const { base, draft, edit } = edited;
  const done = () => {
    void queries.invalidateQueries(trpc.webhookEndpoints.pathFilter());
    onClose();
  };
  const create = useMutation(
    trpc.webhookEndpoints.create.mutationOptions({
      onSuccess: (created) => {
        done();
        onCreated?.(created);
      },
    }),
  );
  const update = useMutation(trpc.webhookEndpoints.update.mutationOptions({ onSuccess: done }));
  const error = create.error ?? update.error;
  const failure = error ? failureOf(error) : null;
  const errors = failure?.fields ?? {};
  const submit = () => {
    if (endpoint) update.mutate({ id: endpoint.id, ...changedFields(fieldsOf(base), fieldsOf(draft)) });
    else create.mutate(fieldsOf(draft));
  };
  return (
    <FormDialog
      title={endpoint ? 'Edit endpoint' : 'Add an endpoint'}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel={endpoint ? 'Save changes' : 'Add endpoint'}
      pending={create.isPending || update.isPending}
    >
      <DraftNotice {...edited} />
      <Field label="Address" required hint="https, reachable from the internet." error={errors.url}>
        <Input
          type="url"
          value={draft.url}
          onChange={(event) => edit({ url: event.target.value })}
          placeholder="https://example.com/webhooks"
        />
      </Field>
      <Field label="Description" error={errors.description}>
        <Input value={draft.description} onChange={(event) => edit({ description: event.target.value })} />
      </Field>
      <Types
        types={draft.types}
        onChange={(types) => edit({ types })}
        error={errors.enabled_events && draft.types.length === 0 ? 'Choose at least one type.' : errors.enabled_events}
      />
    </FormDialog>
  );
}

function Types({ types, onChange, error }: { types: readonly string[]; onChange: (types: readonly string[]) => void; error?: string }) {
  const { data, error: unknown } = useQuery(
    useTRPC().webhookEventTypes.list.queryOptions({ limit: TYPES_OFFERED }, { staleTime: Infinity }),
  );
  const all = types.includes(ALL);
  const toggle = (type: string) => onChange(types.includes(type) ? types.filter((other) => other !== type) : [...types, type]);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Types to receive</legend>
      <Switch
        label="Receive all types"
        hint="Includes types that are added later."
        checked={all}
        onChange={(next) => onChange(next ? [ALL] : [])}
      />
      {!all && (
        <div className="panel max-h-56 overflow-y-auto p-1">
          {!data && unknown && <p className="text-danger px-2 py-1.5">{failureOf(unknown).message}</p>}
          {(data?.data ?? []).map(({ type, description }) => (
            <label key={type} className="hover:bg-sunken flex items-start gap-2 rounded-[4px] px-2 py-1.5">
              <input type="checkbox" className="accent-accent mt-1" checked={types.includes(type)} onChange={() => toggle(type)} />
              <span>
                <code className="font-mono text-xs">{type}</code>
                <span className="text-ink-faint block text-xs">{description}</span>
              </span>
            </label>
          ))}
        </div>
      )}
      {error && <FieldFault>{error}</FieldFault>}
    </fieldset>
  );
}
