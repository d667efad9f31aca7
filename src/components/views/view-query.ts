/** What of an address a saved view keeps, and whether two addresses show the same list. */

/** Where somebody is in the list, and what lies beside it, are no part of the view. */
const PASSING = ['open', 'cursor'];

/** The address's parameters as a view keeps them: sorted by name, so that equal views are equal texts. */
export function viewQuery(parameters: URLSearchParams | string): string {
  const kept = new URLSearchParams(parameters);
  for (const name of PASSING) kept.delete(name);
  kept.sort();
  return kept.toString();
}

export const viewHref = ({ page, query }: { page: string; query: string }): string => (query ? `${page}?${query}` : page);

/** Whether nothing in the address says what to show: the program chosen in the header is kept from page to page. */
export const isBare = (parameters: URLSearchParams, program: string): boolean => [...parameters.keys()].every((name) => name === program);
