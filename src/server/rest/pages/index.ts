/** Serves the public pages beside the API: health, metrics, the API's documentation for people and tools, and the claim page. */
import { DomainError } from '@/domain/errors';
import { env } from '@/env';
import { internalError, reportableFailure } from '@/server/api/failure';
import { newRequestId } from '@/server/platform/ids';
import { log } from '@/server/platform/log';
import { errorResponse } from '../errors';
import { type RestRequest, type RestResponse } from '../message';
import { claimPage } from './claim';
import { changelogFeed, changelogPage } from './changelog';
import { docsPage } from './docs';
import { missingPage } from './docs/missing';
import { errorCodePage, errorIndexPage } from './errors';
import { healthPage, metricsPage, readyPage } from './operations';
import { openApiPage } from './openapi';

/** @param rest what follows the page's own path, without the slash. */
type Page = (request: RestRequest, rest: string) => Promise<RestResponse> | RestResponse;

const EXACT: Readonly<Record<string, Page>> = {
  '/healthz': healthPage,
  '/readyz': readyPage,
  '/metrics': metricsPage,
  '/openapi.json': openApiPage,
  '/docs': docsPage,
  '/errors': errorIndexPage,
  '/changelog': changelogPage,
  '/changelog.xml': changelogFeed,
};

const UNDER: Readonly<Record<string, Page>> = { '/docs/': docsPage, '/errors/': errorCodePage, '/claim/': claimPage };

const READING = ['GET', 'HEAD'];
/** The claim page has a form. */
const methodsOf = (page: Page): string[] => (page === claimPage ? [...READING, 'POST'] : READING);

function pageAt(path: string): { page: Page; rest: string } | null {
  const exact = Object.hasOwn(EXACT, path) ? EXACT[path] : undefined;
  if (exact) return { page: exact, rest: '' };
  const [prefix, page] = Object.entries(UNDER).find(([start]) => path.startsWith(start)) ?? [];
  return prefix && page ? { page, rest: path.slice(prefix.length) } : null;
}

export const isPagePath = (path: string): boolean => pageAt(path) !== null;

export async function handlePage(request: RestRequest): Promise<RestResponse> {
  const requestId = newRequestId();
  const response = await answer(request).catch((error: unknown) => {
    const failure = reportableFailure(error) ?? internalError();
    if (failure.status >= 500) log().error({ request_id: requestId, err: error }, 'a page failed');
    return missingPage(request, failure) ?? errorResponse(failure, { requestId, baseUrl: env().PUBLIC_URL });
  });
  return {
    ...response,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...response.headers, 'X-Request-ID': requestId },
  };
}

async function answer(request: RestRequest): Promise<RestResponse> {
  const found = pageAt(request.path);
  if (!found) throw new DomainError('not_found', 'Nothing exists at this path.');
  const allow = methodsOf(found.page);
  if (!allow.includes(request.method)) {
    throw new DomainError('method_not_allowed', `This path supports ${allow.join(', ')} only.`, { details: { allow } });
  }
  return found.page(request, found.rest);
}
