/** Chooses the response format that the caller wants. */
import { firstHeader, type RestRequest } from './message';

/** Whether the caller wants CSV: `format` decides, else whichever of CSV and JSON `Accept` prefers. */
export function wantsCsv(request: RestRequest, input: Readonly<Record<string, unknown>>): boolean {
  if (input.format !== undefined) return input.format === 'csv';
  const quality = acceptedQualities(firstHeader(request, 'accept') ?? '');
  return (quality.get('text/csv') ?? 0) > (quality.get('application/json') ?? 0);
}

/** Whether a page is requested as JSON, which a browser never does. */
export const wantsJson = (request: RestRequest): boolean => acceptedQualities(firstHeader(request, 'accept') ?? '').has('application/json');

/** Whether a page is requested the way a browser does. */
export const wantsPage = (request: RestRequest): boolean =>
  !wantsJson(request) && acceptedQualities(firstHeader(request, 'accept') ?? '').has('text/html');

/** The quality value of each name in a header such as `Accept`. */
export function acceptedQualities(accept: string): ReadonlyMap<string, number> {
  return new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return [type, Number.isNaN(q) ? 0 : q] as const;
    }),
  );
}
