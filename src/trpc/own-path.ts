/** Decides where to go after sign-in: always a page of this deployment, whatever the URL says. */
const ANYWHERE = 'http://own.invalid';

/** @param next from the URL; a target that a browser would not keep on this origin becomes the overview. */
export function ownPath(next: string | null | undefined): string {
  const url = URL.parse(next ?? '/', ANYWHERE);
  if (url?.origin !== ANYWHERE) return '/';
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith('//') ? '/' : path;
}

/** The sign-in path that leads back to a page. */
export const signInPath = (path: string): string => (path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`);
