/** Serves `/openapi.json`. */
import { singleton } from '@/server/platform/singleton';
import type { RestResponse } from '../message';
import { openApiDocument } from '../openapi';

export function openApiPage(): RestResponse {
  const body = singleton('openapi-json', () => JSON.stringify(openApiDocument()));
  return { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8', 'Access-Control-Allow-Origin': '*' }, body };
}
