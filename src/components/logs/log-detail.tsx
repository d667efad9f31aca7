/** One API request: the request, the response, and the key it used. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts } from '@/components/ui/facts';
import { CodeBlock, JsonPanel } from '@/components/ui/json-view';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { AnswerBadge } from './answer-badge';

type LoggedRequest = Outputs['logs']['get'];

export function LogDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().logs.get.queryOptions({ id }, { staleTime: Infinity }));
  return (
    <Detail query={query}>
      {(request) => (
        <>
          <RecordHeading name={`${request.method} ${request.path}`} className="mb-4 break-all">
            <AnswerBadge status={request.status} />
          </RecordHeading>
          <Tabs
            label="API request"
            tabs={[
              { value: 'bodies', label: 'Bodies', content: <Bodies request={request} /> },
              { value: 'facts', label: 'Details', content: <RequestFacts request={request} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={request} path={`/v1/logs/${request.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const Bodies = ({ request }: { request: LoggedRequest }) => (
  <div className="flex flex-col gap-4">
    <Body label="Sent" text={request.request_body} bytes={request.request_body_bytes} />
    <Body label="Answered" text={request.response_body} bytes={request.response_body_bytes} />
  </div>
);

function Body({ label, text, bytes }: { label: string; text: string | null; bytes: number }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{label}</h3>
      {text === null ? (
        <div className="panel">
          <EmptyState title={bytes === 0 ? 'Nothing.' : `${bytes.toLocaleString()} bytes, too many to be stored.`} />
        </div>
      ) : (
        <CodeBlock text={indented(text)} label={label} />
      )}
    </section>
  );
}

/** A body that is not JSON is shown unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function RequestFacts({ request }: { request: LoggedRequest }) {
  const none = <span className="text-ink-faint">—</span>;
  return (
    <Facts
      facts={[
        { name: 'Request id', value: <CopyableId id={request.request_id} label="Request id" whole /> },
        { name: 'Route', value: request.route ?? 'None matched' },
        { name: 'Error code', value: request.error_code ?? none },
        { name: 'Answered in', value: `${request.duration_ms.toFixed(1)} ms` },
        { name: 'API key', value: request.api_key_id ? <CopyableId id={request.api_key_id} label="Key id" whole /> : none },
        { name: 'On behalf of', value: request.on_behalf_of ?? none },
        { name: 'Assistant', value: request.client_name ?? none },
        { name: 'Idempotency key', value: request.idempotency_key ?? none },
        { name: 'When', value: <RelativeTime at={request.created_at} real /> },
      ]}
    />
  );
}
