/**
 * Serves the pages that `doc_url` points to, as HTML and JSON: every error code, its meaning, what to do, and the routes that return it.
 */
import { DomainError, ERROR_CODES, errorFamily, type ErrorCode, type ErrorStatus } from '@/domain/errors';
import { namesIn } from '@/domain/fields';
import { wantsJson } from '../accept';
import type { RestRequest, RestResponse } from '../message';
import { framed } from './docs/frame';
import { headingMarkup } from './docs/markdown';
import { addressOf, documentedOperations } from './docs/reference';
import { html, inline, table, type Html } from './html';

interface Explained {
  readonly code: ErrorCode;
  readonly status: ErrorStatus;
  readonly type: string;
  readonly explanation: string;
  /** Whether and how to send the request again. */
  readonly retry: string;
  /** Whether nothing returns it. */
  readonly reserved: boolean;
  /** Why nothing does; null for a code that is returned. */
  readonly reserved_because: string | null;
}

const explain = (code: ErrorCode): Explained => {
  const { status, explanation, unusedBecause } = ERROR_CODES[code];
  return {
    code,
    status,
    type: errorFamily(status),
    explanation,
    retry: retryAdvice(code, status),
    reserved: unusedBecause !== null,
    reserved_because: unusedBecause,
  };
};

const ALL = namesIn(ERROR_CODES)
  .map(explain)
  .sort((a, b) => a.status - b.status);

const json = (value: unknown): RestResponse => ({
  status: 200,
  headers: { 'Content-Type': 'application/json; charset=utf-8', Vary: 'Accept' },
  body: JSON.stringify(value),
});

const matches = ({ code, status, explanation }: Explained, sought: string): boolean =>
  `${code} ${status} ${explanation}`.toLowerCase().includes(sought.toLowerCase());

/** With `?q=`, only the codes that match it. */
export function errorIndexPage(request: RestRequest): RestResponse {
  const sought = (new URLSearchParams(request.query).get('q') ?? '').trim();
  const found = ALL.filter((one) => matches(one, sought));
  if (wantsJson(request)) return json({ data: found });
  const living = found.filter(({ reserved }) => !reserved);
  const main = html`<h1>Errors</h1>
    <p class="lead">
      Every code of the API. Branch on <code>code</code>, never on <code>message</code>. Some codes are <a href="#unused">not used</a>: they
      are listed apart, each with the reason.
    </p>
    <p>
      <a href="/docs/retries">Errors and retries</a> shows what an error looks like and which requests to send again. Programs get this list
      as JSON with <code>Accept: application/json</code>.
    </p>
    <form action="/errors" class="filter">
      <label>Find a code <input type="search" name="q" value="${sought}" placeholder="insufficient_funds, 409, wallet" /></label>
    </form>
    ${found.length === 0 ? html`<p>No code has “${sought}” in it. <a href="/errors">All codes</a></p>` : null}
    ${[...Map.groupBy(living, ({ status }) => status)].map(([status, codes]) => ofStatus(status, codes))}
    ${living.length === found.length ? null : withoutUse(found)}`;
  return framed({ path: '/errors', title: 'Errors', main });
}

function ofStatus(status: ErrorStatus, codes: readonly Explained[]): Html {
  return html`${headingMarkup(2, `${status} <code>${errorFamily(status)}</code>`, `status-${status}`)}
  ${table(
    ['Code', 'What it means and what to do', 'Retry?'],
    codes.map(({ code, explanation, retry }) => [html`<a href="/errors/${code}"><code>${code}</code></a>`, inline(explanation), retry]),
  )}`;
}

/** Those that are only listed, for clients that know them from the contract. */
function withoutUse(found: readonly Explained[]): Html {
  return html`${headingMarkup(2, 'Not used', 'unused')}
    <p>Nothing answers these codes. They are kept so that their names never come to mean anything else.</p>
    ${table(
      ['Code', 'What it would mean', 'Why nothing returns it'],
      found.flatMap(({ code, explanation, reserved_because: reason }) =>
        reason === null ? [] : [[html`<a href="/errors/${code}"><code>${code}</code></a>`, inline(explanation), inline(reason)]],
      ),
    )}`;
}

const ELSEWHERE = 'None: it is returned before a route is found, or by other parts of the service.';

/** @throws DomainError not_found for a code that does not exist. */
export function errorCodePage(request: RestRequest, name: string): RestResponse {
  const found = ALL.find(({ code }) => code === name);
  if (!found) throw new DomainError('not_found', 'There is no error code with this name.');
  if (wantsJson(request)) return json(found);
  const { code, status, type, explanation, retry, reserved_because: reason } = found;
  const routes = reason !== null ? [] : documentedOperations().filter(({ responses }) => String(status) in responses);
  const others = ALL.filter((one) => one.status === status && one.code !== code);
  const main = html`<h1><code>${code}</code></h1>
    <p class="lead">${inline(explanation)}</p>
    ${table(
      ['What', 'Value'],
      [
        ['Status', status],
        ['Type', html`<code>${type}</code>`],
        ['Retry?', retry],
      ],
    )}
    <p class="soft">Every error response carries a <code>request_id</code>. Quote it when you ask for help.</p>
    ${headingMarkup(2, `Routes that document ${status}`, 'routes')}
    ${
      routes.length === 0
        ? html`<p>${reason === null ? ELSEWHERE : inline(`None: the code is reserved, and nothing returns it. ${reason}`)}</p>`
        : html`<ul>
            ${routes.map(
              (operation) =>
                html`<li>
                  <a href="${addressOf(operation)}"><code>${operation.method} ${operation.path}</code></a> ${operation.summary}
                </li>`,
            )}
          </ul>`
    }
    ${headingMarkup(2, `Other codes of ${status}`, 'others')}
    <ul>
      ${others.map(
        (one) =>
          html`<li>
            <a href="/errors/${one.code}"><code>${one.code}</code></a>
          </li> `,
      )}
    </ul>`;
  return framed({ path: `/errors/${code}`, title: code, main });
}

function retryAdvice(code: ErrorCode, status: ErrorStatus): string {
  if (code === 'retryable_conflict' || code === 'idempotency_in_flight') return 'Send the same request again shortly.';
  if (status === 408) return 'Retry with the same idempotency key.';
  if (status === 429) return 'Retry after the seconds in Retry-After.';
  if (status >= 500) return 'Retry with exponential backoff and the same idempotency key.';
  return 'Do not retry unchanged.';
}
