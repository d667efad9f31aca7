/** API keys as the dashboard manages them. No route under /v1 touches keys. */
import { z } from 'zod';
import { DurationString, Name, Timestamp, Uuid } from './primitives';

export const ApiKey = z.strictObject({
  id: Uuid,
  name: z.string(),
  hint: z.string().describe('The first and last characters of the key, enough to recognize it.'),
  status: z.enum(['ACTIVE', 'EXPIRING', 'EXPIRED', 'REVOKED']),
  trusted: z.boolean().describe('Whether the key may assert an actor with `X-On-Behalf-Of`.'),
  created_by: z.string().nullable().describe('Who created the key.'),
  last_used_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable().describe('When a rotated key stops working.'),
  revoked_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyList = z.strictObject({ data: z.array(ApiKey) });

export const CreateApiKey = z.strictObject({ name: Name, trusted: z.boolean().default(false) });
export type CreateApiKey = z.infer<typeof CreateApiKey>;

/** A new key with its text, which is never shown again. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const ApiKeyPath = z.strictObject({ id: Uuid });

export const RotateApiKey = ApiKeyPath.extend({ overlap: DurationString.default('24h').describe('How long the old key keeps working.') });
export type RotateApiKey = z.infer<typeof RotateApiKey>;
