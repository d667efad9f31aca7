/** Attributes the changes of a use case to its caller in the audit log. */
import type { Actor } from '@/server/platform/context';
import { actingAs, type AuditScope } from '@/server/db/audit-scope';

/** Runs `work` so that whatever it changes is attributed to `actor` and this call. */
export function inNameOf<T>(actor: Actor | null, call: Pick<AuditScope, 'request_id' | 'ip' | 'operation'>, work: () => T): T {
  switch (actor?.kind) {
    case 'API_KEY':
      return actingAs({ type: actor.kind, id: actor.apiKeyId, on_behalf_of: actor.onBehalfOf, ...call }, work);
    case 'USER':
      return actingAs({ type: actor.kind, id: actor.userId, ...call }, work);
    case 'TOKEN':
      return actingAs({ type: actor.kind, id: actor.subject, name: actor.name, ...call }, work);
    case 'ADMIN_KEY':
      return actingAs({ type: actor.kind, id: null, ...call }, work);
    case 'SYSTEM':
    case undefined:
      return work();
  }
}
