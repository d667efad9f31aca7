import { expect, test } from 'vitest';
import { DomainError, ERROR_CODES, errorFamily, type ErrorCode } from '@/domain/errors';

const CODES = Object.entries(ERROR_CODES) as [ErrorCode, (typeof ERROR_CODES)[ErrorCode]][];

/** Statuses and families as the contract lists them, and those decided where it leaves them out. */
const FAMILIES = {
  400: 'invalid_request',
  401: 'authentication',
  403: 'permission',
  404: 'not_found',
  405: 'invalid_request',
  408: 'invalid_request',
  409: 'conflict',
  410: 'invalid_request',
  413: 'invalid_request',
  415: 'invalid_request',
  422: 'unprocessable',
  429: 'rate_limited',
  500: 'internal',
  502: 'internal',
  503: 'internal',
} as const;

test('each status has the one family of the contract', () => {
  for (const [status, family] of Object.entries(FAMILIES)) expect(errorFamily(Number(status) as keyof typeof FAMILIES)).toBe(family);
});

test.each(CODES)('%s is in lower snake case and explains what to do', (code, { status, explanation }) => {
  expect(code).toMatch(/^[a-z][a-z0-9_]*$/);
  expect(FAMILIES).toHaveProperty(String(status));
  expect(explanation).toMatch(/^[A-Z`].{15,}\.$/s);
});

/** The catalogue of the contract, by status. */
const CONTRACT: Readonly<Record<number, string>> = {
  400: `validation_error invalid_request bad_request invalid_json invalid_amount amount_precision_exceeded amount_required invalid_quantity
    fulfillment_quantity_unsupported fulfillment_face_value_required invalid_fixed_denomination consent_required asset_not_linked
    reward_program_mismatch header_body_mismatch missing_idempotency_key missing_reference_id invalid_reference_id reserved_reference_id
    invalid_cursor invalid_filter invalid_parameter invalid_status invalid_operation invalid_email invalid_expiration invalid_lot_lifecycle
    invalid_lot_lifecycle_order invalid_fraction invalid_issuance_policy invalid_shortfall_policy invalid_reversal_params
    max_transaction_amount_out_of_range invalid_config invalid_policy invalid_rate unsupported_provider invalid_issuer_connection
    issuer_connection_required invalid_pass_template invalid_platform invalid_media unsupported_credential_owner invalid_oauth_state self_transfer`,
  401: `authentication_required invalid_api_key invalid_mcp_grant invalid_mcp_service_token invalid_token invalid_webhook_signature
    jwt_not_configured user_profile_missing unauthorized`,
  403: `actor_assertion_forbidden admin_key_required insufficient_permissions invalid_origin mcp_capability_denied mcp_program_not_allowed
    mcp_scope_required no_organization_membership not_organization_member org_key_required organization_context_required
    preview_token_mismatch role_hierarchy_violation user_context_required user_suspended verified_email_required forbidden`,
  404: 'not_found api_key_not_found asset_not_found attribute_not_found automation_not_found budget_not_found counter_not_found',
  405: 'method_not_allowed',
  408: 'request_canceled',
  409: `participant_inactive idempotency_conflict already_reversed quantity_exceeds_remaining amount_exceeds_remaining max_total_exceeded
    max_per_participant_exceeded program_archived program_suspended key_exists tier_referenced_by_rules rule_configuration_version_conflict
    redemption_already_resolved retryable_conflict idempotency_in_flight member_exists last_admin sandbox_only asset_in_use`,
  413: 'request_too_large',
  415: 'unsupported_media_type',
  422: `insufficient_funds asset_archived program_inactive participant_not_found participant_suspended participant_closed recipient_not_found
    unprocessable max_transaction_amount_exceeded`,
  429: 'rate_limit_exceeded too_many_requests',
  500: 'internal_error',
};

test.each(Object.entries(CONTRACT))('every %s code of the contract is in the registry with that status', (status, codes) => {
  for (const code of codes.split(/\s+/)) expect([code, ERROR_CODES[code as ErrorCode]?.status]).toEqual([code, Number(status)]);
});

test('a DomainError carries its code, its status and what is at fault', () => {
  const error = new DomainError('insufficient_funds', 'Fund it.', { param: 'amount', details: { available: '1.00' } });
  expect(error).toMatchObject({
    code: 'insufficient_funds',
    status: 422,
    message: 'Fund it.',
    param: 'amount',
    details: { available: '1.00' },
  });
  expect(error).toBeInstanceOf(Error);
});
