/** Puts audit log entries into words: who did what to what. */
import type { AuditEntry } from '@/contract/audit-log';
import { Badge, statusLabel, type Tone } from '@/components/ui/badge';

const ACTORS: Record<AuditEntry['actor_type'], string> = {
  API_KEY: 'API key',
  USER: 'Person',
  TOKEN: 'Session token',
  ADMIN_KEY: 'Operator',
  SYSTEM: 'The service',
};

const KINDS: Partial<Record<AuditEntry['resource_type'], string>> = {
  API_KEY: 'API key',
  PROGRAM_ASSET: 'Asset of a program',
  MCP_GRANT: 'Connected assistant',
};

export const actorKind = (type: AuditEntry['actor_type']): string => ACTORS[type];

export const resourceKind = (type: AuditEntry['resource_type']): string => KINDS[type] ?? statusLabel(type);

export const actorText = ({ actor_type, actor_name, actor_id }: AuditEntry): string => actor_name ?? actor_id ?? ACTORS[actor_type];

const TONES: Partial<Record<AuditEntry['action'], Tone>> = {
  CREATE: 'success',
  ARCHIVE: 'danger',
  DELETE: 'danger',
  REVOKE: 'danger',
  UPDATE: 'info',
};

export const ActionBadge = ({ action }: { action: AuditEntry['action'] }) => (
  <Badge tone={TONES[action] ?? 'neutral'}>{statusLabel(action)}</Badge>
);

/** The path of the changed resource, where its id alone leads to a page. */
export function resourcePath({ resource_type, resource_id, program_id }: AuditEntry): string | null {
  switch (resource_type) {
    case 'PROGRAM':
      return `/programs/${resource_id}`;
    case 'ASSET':
    case 'PROGRAM_ASSET':
      return `/assets/${resource_id}`;
    case 'RULE':
      return `/rules/${resource_id}`;
    case 'RULE_SET':
      return `/rules/order?program=${program_id}`;
    case 'REWARD':
      return `/rewards/${program_id}/${resource_id}`;
    case 'REWARD_SOURCE':
      return `/fulfillment/sources/${program_id}/${resource_id}`;
    case 'FULFILLMENT_ACCOUNT':
      return `/fulfillment/${resource_id}`;
    case 'AUTOMATION':
      return `/automations/${program_id}/${resource_id}`;
    case 'NOTICE_SETTING':
      return `/notices/settings/${resource_id}`;
    case 'WEBHOOK_ENDPOINT':
      return `/webhooks/${resource_id}`;
    case 'GROUP':
      return `/groups/${resource_id}`;
    case 'PARTICIPANT':
      return `/participants/${resource_id}`;
    case 'REFERRAL_PROGRAM':
      return `/referrals/${resource_id}`;
    case 'REFERRAL':
      return `/referrals/friends/${resource_id}`;
    case 'REDEMPTION':
      return `/redemptions/${resource_id}`;
    case 'LEDGER_VERIFICATION':
      return `/ledger/verification/${resource_id}`;
    case 'LEDGER_PERIOD':
      return `/reports/periods/${resource_id}`;
    case 'IMPORT':
      return `/participants/imports/${resource_id}`;
    case 'CORRECTION':
      return `/rules/corrections/${program_id}/${resource_id}`;
    case 'CHANGE_SET':
      return `/rules/change-sets/${resource_id}`;
    case 'API_KEY':
      return '/api-keys';
    case 'MEMBER':
    case 'INVITATION':
      return '/team';
    case 'ORGANIZATION':
      return '/organization';
    case 'TIER':
      return `/tiers?program=${program_id}`;
    case 'CHALLENGE':
      return `/challenges/${resource_id}`;
    case 'LEADERBOARD':
      return `/leaderboards/${resource_id}`;
    case 'SAVED_VIEW':
    case 'CODE_BATCH':
    case 'MCP_GRANT':
      return null;
  }
}
