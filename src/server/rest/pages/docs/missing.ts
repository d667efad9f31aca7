/** Renders the page that people see in place of one that does not exist; programs get the error itself. */
import type { DomainError } from '@/domain/errors';
import { wantsPage } from '../../accept';
import type { RestRequest, RestResponse } from '../../message';
import { html } from '../html';
import { framed } from './frame';

/** Null for any other failure, and for callers that do not ask for HTML. */
export function missingPage(request: RestRequest, { code, message }: DomainError): RestResponse | null {
  if (code !== 'not_found' || !wantsPage(request)) return null;
  const main = html`<h1>No such page</h1>
    <p class="lead">${message}</p>
    <p>Search at the top, or go to <a href="/docs">the documentation</a> or <a href="/errors">the error codes</a>.</p>`;
  return framed({ path: request.path, title: 'No such page', main, status: 404 });
}
