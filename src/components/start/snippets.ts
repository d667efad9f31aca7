/** Builds code to copy that sends one event. */
import type { JsonRecord } from '@/domain/rules/activation';

interface SnippetRequest {
  /** The service's origin, without a trailing slash. */
  readonly origin: string;
  /** Null: a placeholder is used. */
  readonly apiKey: string | null;
  readonly body: JsonRecord;
}

const PLACEHOLDER = '$API_KEY';

const authorization = (apiKey: string | null): string => `Bearer ${apiKey ?? PLACEHOLDER}`;

/** For a POSIX shell; the body stays one argument whatever it contains. */
export function curlSnippet({ origin, apiKey, body }: SnippetRequest): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
  return [
    `curl -sS ${origin}/v1/events \\`,
    `  -H "Authorization: ${authorization(apiKey)}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${json}'`,
  ].join('\n');
}

/** For Node, Deno, Bun and any other runtime with fetch. */
export const fetchSnippet = ({ origin, apiKey, body }: SnippetRequest): string =>
  `const answer = await fetch('${origin}/v1/events', {
  method: 'POST',
  headers: {
    Authorization: '${authorization(apiKey)}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),
});
console.log(answer.status, await answer.json());`;
