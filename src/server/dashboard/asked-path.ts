/** Reads which page was requested, to return to it after a sign-in. */

/** The header in which the server puts the path of the request, overwriting whatever a client sent. */
const ASKED_PATH_HEADER = 'x-asked-path';
/** The query parameter that client-side navigation adds when it fetches the next page. */
const FETCH_MARK = '_rsc';

export function askedPath(headers: Headers): string {
  const path = headers.get(ASKED_PATH_HEADER);
  const url = URL.parse(path ?? '/', 'http://own.invalid');
  url?.searchParams.delete(FETCH_MARK);
  return url ? `${url.pathname}${url.search}` : '/';
}
