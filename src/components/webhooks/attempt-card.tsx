/** One delivery attempt: the request as sent, and the response. */
'use client';
import type { WebhookAttempt } from '@/contract/webhook';
import { Badge } from '@/components/ui/badge';
import { CodeBlock } from '@/components/ui/json-view';
import { RelativeTime } from '@/components/ui/relative-time';

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

interface AttemptCardProps {
  attempt: WebhookAttempt;
  /** The body that every attempt sends. */
  body: string;
  open?: boolean;
}

export function AttemptCard({ attempt: { number, attempted_at, duration_ms, request, response, error }, body, open }: AttemptCardProps) {
  const good = response !== null && response.status >= 200 && response.status < 300;
  return (
    <div className="panel p-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">Attempt {number}</span>
        <Badge tone={good ? 'success' : 'danger'}>{response ? `HTTP ${response.status}` : 'No answer'}</Badge>
        <span className="text-ink-soft text-xs tabular-nums">{duration_ms} ms</span>
        <span className="text-ink-soft ml-auto text-xs">
          <RelativeTime at={attempted_at} />
        </span>
      </p>
      {error && <p className="text-danger mt-1">{error}</p>}
      <details className="mt-2" open={open}>
        <summary className="text-ink-soft cursor-pointer text-xs font-medium">Request and answer</summary>
        <div className="mt-2 flex flex-col gap-2">
          <CodeBlock
            text={`POST${request.url === null ? '' : ` ${request.url}`}\n${headerLines(request.headers)}\n\n${body}`}
            label={`Request of attempt ${number}`}
          />
          {response && (
            <CodeBlock
              text={`HTTP ${response.status}\n${headerLines(response.headers)}\n\n${response.body}`}
              label={`Answer to attempt ${number}`}
            />
          )}
        </div>
      </details>
    </div>
  );
}
