/** What `doc_url` points to: every error code, what it means and what to do, for people and for programs. */
import { DomainError, ERROR_CODES, errorFamily, type ErrorCode } from '@/domain/errors';
import { firstHeader, type RestRequest, type RestResponse } from '../message';
import { html, htmlResponse, inline, page } from './html';

interface Explained {
  readonly code: ErrorCode;
  readonly status: number;
  readonly type: string;
  readonly explanation: string;
}

const explain = (code: ErrorCode): Explained => {
  const { status, explanation } = ERROR_CODES[code];
  return { code, status, type: errorFamily(status), explanation };
};

const wantsJson = (request: RestRequest): boolean => /\bapplication\/json\b/.test(firstHeader(request, 'accept') ?? '');

const json = (value: unknown): RestResponse => ({
  status: 200,
  headers: { 'Content-Type': 'application/json; charset=utf-8', Vary: 'Accept' },
  body: JSON.stringify(value),
});

export function errorIndexPage(request: RestRequest): RestResponse {
  const all = (Object.keys(ERROR_CODES) as ErrorCode[]).map(explain);
  if (wantsJson(request)) return json({ data: all });
  const rows = all.map(
    ({ code, status, explanation }) =>
      html`<tr>
        <td>
          <a href="/errors/${code}"><code>${code}</code></a>
        </td>
        <td>${status}</td>
        <td>${inline(explanation)}</td>
      </tr> `,
  );
  const main = html`<h1>Errors</h1>
    <p>Branch on <code>code</code>, never on <code>message</code>.</p>
    <table>
      <thead>
        <tr>
          <th>Code</th>
          <th>Status</th>
          <th>What to do</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
  return htmlResponse(page('Errors', main));
}

/** @throws DomainError not_found for a code that does not exist. */
export function errorCodePage(request: RestRequest, name: string): RestResponse {
  if (!Object.hasOwn(ERROR_CODES, name)) throw new DomainError('not_found', 'There is no error code of this name.');
  const { code, status, type, explanation } = explain(name as ErrorCode);
  if (wantsJson(request)) return json({ code, status, type, explanation });
  const main = html`<h1><code>${code}</code></h1>
    <p>${inline(explanation)}</p>
    <table>
      <tbody>
        <tr>
          <th>Status</th>
          <td>${status}</td>
        </tr>
        <tr>
          <th>Type</th>
          <td><code>${type}</code></td>
        </tr>
        <tr>
          <th>Retry</th>
          <td>${retryAdvice(code, status)}</td>
        </tr>
      </tbody>
    </table>
    <p class="soft">Every error answer carries a <code>request_id</code>. Quote it when you ask for help.</p>`;
  return htmlResponse(page(code, main));
}

function retryAdvice(code: ErrorCode, status: number): string {
  if (code === 'retryable_conflict' || code === 'idempotency_in_flight') return 'Send the same request again shortly.';
  if (status === 408) return 'Retry with the same idempotency key.';
  if (status === 429) return 'Retry after the seconds in Retry-After.';
  if (status >= 500) return 'Retry with exponential backoff and the same idempotency key.';
  return 'Do not retry unchanged.';
}
