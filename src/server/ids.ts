/** New ids: UUIDs that sort by the time they were made, so that indexes grow at one end. */
import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

export const newId = (): string => v7();

export const newRequestId = (): string => `req_${randomBytes(12).toString('hex')}`;
