/** Reads the secret of an endpoint as text when an answer shows it, so that no stored answer contains it. */
import type { Ctx } from '@/server/platform/context';
import { openEndpointSecret } from './endpoint-secret';
import { getEndpoint } from './get-endpoint';

/** @throws DomainError not_found. */
export async function revealSecret(ctx: Ctx, id: string): Promise<string> {
  return openEndpointSecret(id, (await getEndpoint(ctx, id)).secret);
}
