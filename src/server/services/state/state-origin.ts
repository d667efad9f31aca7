/** Identifies the actor behind a change of state. */
import type { StateOrigin } from '@/domain/participants/state';
import type { Actor } from '@/server/platform/context';

export function stateOrigin(actor: Actor): StateOrigin {
  switch (actor.kind) {
    case 'API_KEY':
      return { source: 'API', apiKeyId: actor.apiKeyId, ...(actor.onBehalfOf === null ? {} : { onBehalfOf: actor.onBehalfOf }) };
    case 'USER':
      return { source: 'DASHBOARD', userId: actor.userId };
    case 'TOKEN':
      return { source: 'API' };
    case 'ADMIN_KEY':
    case 'SYSTEM':
      return { source: 'SYSTEM' };
  }
}
