/** Seals the cursors of lists: each is good only for the list, organization, filters and sort it was issued for. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@/domain/errors';
import { env } from '@/env';

export type Seal = (payload: string) => Buffer;

const SEAL_BYTES = 16;

/** Seals a cursor to everything whose change must invalidate it. */
export function sealer(
  name: string,
  { organizationId, query }: { organizationId: string; query: Readonly<Record<string, unknown>> },
): Seal {
  return (payload) => {
    const { limit: _limit, cursor: _cursor, ...bound } = query;
    const filters = Object.entries(bound)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const place = JSON.stringify([name, organizationId, filters]);
    return createHmac('sha256', env().AUTH_SECRET).update(`cursor\n${place}\n${payload}`).digest().subarray(0, SEAL_BYTES);
  };
}

export function closeCursor(position: readonly string[], seal: Seal): string {
  const payload = JSON.stringify(position);
  return Buffer.concat([seal(payload), Buffer.from(payload)]).toString('base64url');
}

/** @throws DomainError invalid_cursor when the cursor was not issued with this seal. */
export function openCursor(cursor: string, keys: number, seal: Seal): string[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(SEAL_BYTES).toString('utf8');
  // Base64 variants that decode to the same bytes are still not the cursor that was issued.
  const genuine =
    bytes.length > SEAL_BYTES && bytes.toString('base64url') === cursor && timingSafeEqual(bytes.subarray(0, SEAL_BYTES), seal(payload));
  const position: unknown = genuine ? JSON.parse(payload) : null;
  if (!Array.isArray(position) || position.length !== keys) {
    throw new DomainError('invalid_cursor', 'This cursor was not issued for this list with these filters; start again without a cursor.', {
      param: 'cursor',
    });
  }
  return position as string[]; // the seal is that of a position which was closed here
}
