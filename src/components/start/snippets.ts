/** A request that sends one event, as code to copy. */
import type { JsonObject } from '@/domain/rules/activation';

export interface SnippetRequest {
  /** Where the service is reached, without a trailing slash. */
  readonly origin: string;
  /** Null: a placeholder stands in its place. */
  readonly apiKey: string | null;
  readonly body: JsonObject;
}

const PLACEHOLDER = '$API_KEY';

const authorization = (apiKey: string | null): string => `Bearer ${apiKey ?? PLACEHOLDER}`;

/** For a POSIX shell; whatever the body holds stays one argument. */
export function curlSnippet({ origin, apiKey, body }: SnippetRequest): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
  return [
    `curl -sS ${origin}/v1/events \\`,
    `  -H "Authorization: ${authorization(apiKey)}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${json}'`,
  ].join('\n');
}

/** For Node, Deno, Bun and every other place that has fetch. */
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
