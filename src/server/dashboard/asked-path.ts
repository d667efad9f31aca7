/** Which page was asked for, to lead back to after a sign-in. */

/** The header in which our own server puts the path of the request, whatever a client sent. */
const ASKED_PATH_HEADER = 'x-asked-path';
/** What a page's own link adds to its address when it fetches the next page. */
const FETCH_MARK = '_rsc';

export function askedPath(headers: Headers): string {
  const path = headers.get(ASKED_PATH_HEADER);
  const url = URL.parse(path ?? '/', 'http://own.invalid');
  url?.searchParams.delete(FETCH_MARK);
  return url ? `${url.pathname}${url.search}` : '/';
}
