/** The public pages beside the API: health, metrics, and what explains the API to people and tools. */
import type { RestRequest, RestResponse } from '../message';

type Page = (request: RestRequest, rest: string) => Promise<RestResponse> | RestResponse;

const PAGES = new Map<string, Page>();

export const isPagePath = (path: string): boolean => PAGES.has(path);

export async function handlePage(request: RestRequest): Promise<RestResponse> {
  return PAGES.get(request.path)!(request, '');
}
