/** Defines the vocabulary of the audit log: actors, resources and actions. */

/** TOKEN: a session token of the deployment's identity provider. SYSTEM: the service itself, as when it disables an endpoint. */
export const AUDIT_ACTORS = ['API_KEY', 'USER', 'TOKEN', 'ADMIN_KEY', 'SYSTEM'] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];

export const AUDIT_RESOURCES = [
  'ORGANIZATION',
  'API_KEY',
  'MEMBER',
  'INVITATION',
  'PROGRAM',
  'ASSET',
  'PROGRAM_ASSET',
  'RULE_SET',
  'RULE',
  'TIER',
  'REWARD',
  'CODE_BATCH',
  'CHALLENGE',
  'FULFILLMENT_ACCOUNT',
  'REWARD_SOURCE',
  'AUTOMATION',
  'NOTICE_SETTING',
  'WEBHOOK_ENDPOINT',
  'GROUP',
  'PARTICIPANT',
  'REDEMPTION',
  'LEDGER_VERIFICATION',
  'LEDGER_PERIOD',
  'IMPORT',
  'CORRECTION',
  'CHANGE_SET',
  'SAVED_VIEW',
  'MCP_GRANT',
] as const;
export type AuditResource = (typeof AUDIT_RESOURCES)[number];

export const AUDIT_ACTIONS = [
  'CREATE',
  'UPDATE',
  'ARCHIVE',
  'DELETE',
  'REVOKE',
  'CREDIT',
  'DEBIT',
  'HOLD',
  'RELEASE',
  'SETTLE',
  'VOID',
  'FORFEIT',
  'FUND',
  'BURN',
  'TRANSFER',
  'CAPTURE',
  'CANCEL',
  'FAIL',
  'REVERSE',
  'SET_STATE',
  'ADD_MEMBER',
  'CHANGE_MEMBER',
  'REMOVE_MEMBER',
  'RESET_BUDGET',
  'RESTORE_RULES',
  'OVERRIDE_EXAMPLES',
  'RUN',
  'ADVANCE_CLOCK',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
