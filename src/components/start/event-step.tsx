/** The third step: an event of the program's template, as code to copy or sent with a button; its arrival shows, whoever sent it. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { TEMPLATES, type TemplateKey, type TemplateSample } from '@/contract/templates';
import { eventName } from '@/components/events/event-name';
import { useMay } from '@/components/shell/session';
import { statusLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { CodeBlock } from '@/components/ui/json-view';
import { Select } from '@/components/ui/select';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { Outputs } from '@/trpc/outputs';
import { curlSnippet, fetchSnippet } from './snippets';
import { NotYours } from './step';

type SentEvent = Outputs['events']['get'];

interface EventStepProps {
  programId: string;
  template: TemplateKey;
  apiKey: string | null;
  /** The newest event that has arrived. */
  event: SentEvent | undefined;
}

const TAIL = 8;
const newTail = (): string => crypto.randomUUID().slice(0, TAIL);

/** The next sample to send, with its own idempotency key; once it has arrived, the following one is next. */
function useNextSample(samples: readonly [TemplateSample, ...TemplateSample[]], event: SentEvent | undefined) {
  const [index, setIndex] = useState(0);
  const [tail, setTail] = useState(newTail);
  const key = `first-event-${index + 1}-${tail}`;
  if (event?.idempotency_key === key) {
    setTail(newTail());
    setIndex(Math.min(index + 1, samples.length - 1));
  }
  return { index, setIndex, key, sample: samples[index] ?? samples[0] };
}

export function EventStep({ programId, template, apiKey, event }: EventStepProps) {
  const { samples } = TEMPLATES[template];
  const { index, setIndex, key, sample } = useNextSample(samples, event);
  const body = { program_id: programId, ...sample.event, idempotency_key: key };
  const request = { origin: window.location.origin, apiKey, body };
  return (
    <>
      {samples.length > 1 && (
        <Field label="What happened" required hint={sample.because}>
          <Select
            className="w-full sm:w-96"
            options={samples.map(({ title }, place) => ({ value: String(place), label: `${place + 1}. ${title}` }))}
            value={String(index)}
            onChange={(next) => setIndex(Number(next))}
          />
        </Field>
      )}
      <Tabs
        label="The request"
        tabs={[
          { value: 'curl', label: 'curl', content: <CodeBlock text={curlSnippet(request)} label="curl request" /> },
          { value: 'typescript', label: 'TypeScript', content: <CodeBlock text={fetchSnippet(request)} label="TypeScript request" /> },
        ]}
      />
      {apiKey === null && (
        <p className="text-ink-soft">
          Put your key in place of <code className="font-mono text-xs">$API_KEY</code>, or create one in step 2 to have it filled in.
        </p>
      )}
      <SendForMe body={body} />
    </>
  );
}

function SendForMe({ body }: { body: Parameters<ReturnType<typeof useSend>['mutate']>[0] }) {
  const { change } = useMay();
  const send = useSend();
  if (!change) return <NotYours>A member, admin or owner of the organization can also send it from here.</NotYours>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary" pending={send.isPending} onClick={() => send.mutate(body)}>
        {!send.isPending && <Send aria-hidden />} Send it for me
      </Button>
      <span className="text-ink-soft">The same event, sent by you from this page instead of by your server.</span>
      {send.error && <FailureNote failure={failureOf(send.error)} />}
    </div>
  );
}

function useSend() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return useMutation(
    trpc.events.ingest.mutationOptions({
      onSuccess: () => {
        void queries.invalidateQueries(trpc.start.pathFilter());
        void queries.invalidateQueries(trpc.events.pathFilter());
      },
    }),
  );
}

/** The step's summary when closed: what it waits for, or that it arrived. */
export const Arrival = ({ event, waiting }: { event: SentEvent | undefined; waiting: boolean }) => (
  <span role="status" className="flex items-center gap-2">
    {event ? (
      `The event “${eventName(event)}”${event.external_id ? ` of ${event.external_id}` : ''} has arrived: ${statusLabel(event.status).toLowerCase()}.`
    ) : waiting ? (
      <>
        <span aria-hidden className="bg-info size-2 shrink-0 animate-pulse rounded-full" />
        Waiting for an event. It appears here automatically, whoever sends it.
      </>
    ) : (
      'Your server reports what happened; the rules decide what it is worth.'
    )}
  </span>
);
