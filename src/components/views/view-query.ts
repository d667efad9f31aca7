/** Extracts the part of a URL that a saved view keeps, and compares two URLs by it. */

/** The page and the open detail are not part of a view. */
const PASSING = ['open', 'cursor'];

/** The URL's parameters as a view keeps them: sorted by name, so that equal views are equal strings. */
export function viewQuery(parameters: URLSearchParams | string): string {
  const kept = new URLSearchParams(parameters);
  for (const name of PASSING) kept.delete(name);
  kept.sort();
  return kept.toString();
}

export const viewHref = ({ page, query }: { page: string; query: string }): string => (query ? `${page}?${query}` : page);

/** Whether the URL says nothing about what to show, apart from the program filter kept across pages. */
export const isBare = (parameters: URLSearchParams, program: string): boolean => [...parameters.keys()].every((name) => name === program);
