/** Where to go after a sign-in: only ever a page of this deployment, whatever the address says. */
const ANYWHERE = 'http://own.invalid';

/** @param next from the address; what does not stay here, in the reading of a browser, becomes the overview. */
export function ownPath(next: string | null | undefined): string {
  const url = URL.parse(next ?? '/', ANYWHERE);
  if (url?.origin !== ANYWHERE) return '/';
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith('//') ? '/' : path;
}

/** The sign-in that leads back to a page. */
export const signInPath = (path: string): string => (path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`);
