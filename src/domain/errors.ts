/**
 * Lists every failure the service can report, by its stable code: HTTP status, and what to do about it.
 * Nothing else in the project decides a status or a family; the error pages and the API description follow from this table.
 */
import { CHALLENGE_ERRORS } from './challenges/errors';
import { CODE_ERRORS } from './codes/errors';
import { REFERRAL_ERRORS } from './referrals/errors';
import { UNUSED_ERROR_CODES } from './unused-error-codes';

type ErrorFamily =
  'invalid_request' | 'authentication' | 'permission' | 'not_found' | 'conflict' | 'unprocessable' | 'rate_limited' | 'internal';

const FAMILY_BY_STATUS = {
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
} as const satisfies Record<number, ErrorFamily>;

export type ErrorStatus = keyof typeof FAMILY_BY_STATUS;

export interface CodeEntry {
  readonly status: ErrorStatus;
  /** One or two sentences for the error page: what it means and what to do. */
  readonly explanation: string;
  /** Why no request is answered with the code, for one that the contract lists but nothing returns; else null. */
  readonly unusedBecause: string | null;
}

const entry = (status: ErrorStatus, explanation: string): CodeEntry => ({ status, explanation, unusedBecause: null });

export const ERROR_CODES = {
  // 400
  validation_error: entry(
    400,
    'One or more fields are missing, malformed or not allowed. `fields` lists each one; correct them all and send the request again.',
  ),
  invalid_request: entry(
    400,
    'The request is well-formed but its parts contradict each other, for example two fields that exclude one another. Send only one of them.',
  ),
  bad_request: entry(400, 'The request is malformed. `details.reason` names what is wrong, for example the `Idempotency-Key` header.'),
  invalid_json: entry(400, 'The body is not a single JSON object, or is nested deeper than 64 levels. Send one JSON object.'),
  invalid_csv: entry(
    400,
    'The file is not valid CSV: send UTF-8 with a header row of known columns and commas between cells. `details.line` says where the error is.',
  ),
  invalid_amount: entry(400, 'The amount is not a positive decimal string within the scale of the asset. Send it like "12.50".'),
  amount_precision_exceeded: entry(
    400,
    'A number in `event_data`, or in other JSON of your own, is larger than 2^53 or has too many digits and would lose some. Send it as a string.',
  ),
  amount_required: entry(400, 'This reward is redeemed by amount. Send `amount`.'),
  invalid_quantity: entry(400, 'The quantity must be a positive whole number.'),
  fulfillment_quantity_unsupported: entry(400, 'This reward is ordered one at a time. Send `quantity` 1 or leave it out.'),
  fulfillment_face_value_required: entry(400, 'This reward needs `face_value_minor`, the face value in minor currency units.'),
  invalid_fixed_denomination: entry(400, 'The product is not offered at this face value. Choose one of the denominations it lists.'),
  consent_required: entry(400, 'The form was sent without consent. Tick the consent box and send it again.'),
  asset_not_linked: entry(400, 'The asset is not linked to the program. Link it first, or name a linked asset.'),
  reward_program_mismatch: entry(400, 'The reward belongs to another program. Use the program that offers it.'),
  missing_idempotency_key: entry(
    400,
    'This operation needs an `idempotency_key`, so that a repeated request takes effect only once. Send one.',
  ),
  missing_reference_id: entry(400, 'This operation needs a `reference_id`, under which the value is held. Send one.'),
  invalid_reference_id: entry(400, 'The `reference_id` must have 1 to 255 characters.'),
  reserved_reference_id: entry(400, 'Reference ids that begin with `service:` are reserved. Choose another.'),
  invalid_cursor: entry(400, 'The cursor was not issued for this list and these filters. Start again without a cursor.'),
  invalid_filter: entry(400, 'These filters cannot be used together, or one of them does not apply here. Change or remove it.'),
  invalid_parameter: entry(400, 'A parameter has a value that cannot be used. `param` names it; correct its value.'),
  invalid_status: entry(400, 'The resource cannot change to this status from its current one.'),
  invalid_operation: entry(400, 'This operation does not support the given bucket or direction.'),
  invalid_email: entry(400, 'The value is not a valid email address.'),
  invalid_expiration: entry(400, '`expires_at` must be an RFC 3339 timestamp in the future and within the allowed range.'),
  invalid_lot_lifecycle: entry(
    400,
    '`expires_at` and `matures_at` must be RFC 3339 timestamps; `expires_in` and `matures_in` must be positive durations such as "30d".',
  ),
  invalid_lot_lifecycle_order: entry(400, '`matures_at` must not be later than `expires_at`.'),
  invalid_issuance_policy: entry(
    400,
    'The issuance policy is unknown or does not fit this operation. Only PREFUNDED assets have a wallet to fund.',
  ),
  invalid_shortfall_policy: entry(400, 'The shortfall policy must be REJECT, PARTIAL or ALLOW_NEGATIVE, and applies only to debits.'),
  invalid_reversal_params: entry(400, 'Send exactly one of `amount` and `quantity`.'),
  max_transaction_amount_out_of_range: entry(400, 'The `max_transaction_amount` must be positive and within the scale of the asset.'),
  self_transfer: entry(400, 'The source of a transfer cannot be one of its recipients.'),
  invalid_config: entry(400, 'The provider configuration is incomplete or wrong. `fields` names the settings at fault; correct them.'),
  invalid_policy: entry(400, 'The policy of the reward source is incomplete or contradicts itself.'),
  invalid_rate: entry(400, 'The rate must be a positive decimal: the number of asset units for one currency unit.'),
  unsupported_provider: entry(400, 'This fulfillment provider is not supported. Use TREMENDOUS or SANDBOX.'),
  method_not_allowed: entry(405, 'The path exists but does not support this method. The `Allow` header lists those it supports.'),
  request_canceled: entry(408, 'The request was cancelled before this item was processed. Send it again with the same `idempotency_key`.'),
  request_too_large: entry(413, 'The body is larger than 1 MiB. Send less at a time.'),
  unsupported_media_type: entry(415, 'A request with a body must be sent as `Content-Type: application/json`.'),

  // 401
  authentication_required: entry(401, 'No API key was sent. Send it as `Authorization: Bearer sk_…`.'),
  invalid_api_key: entry(
    401,
    'The API key is unknown, revoked or was replaced by a rotation. Create or copy a current one in the dashboard.',
  ),
  invalid_mcp_grant: entry(401, 'The grant of the tool server is unknown or was revoked. Connect again.'),
  invalid_mcp_service_token: entry(401, 'The token of the tool server is not valid. Connect again.'),
  invalid_token: entry(
    401,
    'The session token is malformed, expired, issued for another audience, or not signed by the identity provider of this deployment. Sign in again.',
  ),
  jwt_not_configured: entry(401, 'This deployment does not accept session tokens. Use an API key.'),

  // 403
  actor_assertion_forbidden: entry(403, 'Only a trusted key can send `X-On-Behalf-Of`. Leave the header out or use a trusted key.'),
  admin_key_required: entry(403, 'This route accepts only the admin key of the deployment.'),
  insufficient_permissions: entry(403, 'The credentials are valid but do not permit this. Ask an owner or admin of the organization.'),
  invalid_origin: entry(403, 'The request comes from an origin that is not allowed.'),
  mcp_capability_denied: entry(403, 'The grant does not include this tool.'),
  mcp_program_not_allowed: entry(403, 'The grant does not include this program.'),
  mcp_scope_required: entry(403, 'The token lacks the scope that this tool needs.'),
  no_organization_membership: entry(403, 'The user belongs to no organization. Accept an invitation or create one.'),
  not_organization_member: entry(403, 'The user is not a member of this organization.'),
  org_key_required: entry(403, 'This route accepts only the key of an organization, not the admin key.'),
  organization_context_required: entry(403, 'No organization is selected. Choose one first.'),
  second_factor_required: entry(403, 'The organization requires a second factor at sign-in. Set one up in the dashboard.'),
  forbidden: entry(403, 'The request is not allowed.'),

  // 404
  not_found: entry(404, 'Nothing exists at this path or with this id in your organization.'),
  api_key_not_found: entry(404, 'There is no such API key in your organization.'),
  asset_not_found: entry(404, 'There is no such asset in your organization.'),
  attribute_not_found: entry(404, 'There is no attribute with this key.'),
  automation_not_found: entry(404, 'There is no such automation in this program.'),
  budget_not_found: entry(404, 'The rule has no PROGRAM budget for this asset.'),
  counter_not_found: entry(404, 'There is no counter with this key.'),

  // 409
  participant_inactive: entry(409, 'The participant is suspended or closed. Only forfeit is possible on a closed participant.'),
  idempotency_conflict: entry(409, 'The idempotency key was used before with different parameters. Use a new key for a new operation.'),
  already_reversed: entry(409, 'The redemption is fully reversed; nothing is left to reverse.'),
  quantity_exceeds_remaining: entry(409, 'The reversal asks for more units than are left to reverse.'),
  amount_exceeds_remaining: entry(409, 'The reversal asks for more than is left to reverse.'),
  max_total_exceeded: entry(409, 'The reward has too little stock left for this quantity.'),
  max_per_participant_exceeded: entry(409, 'The participant has reached the limit for this reward.'),
  program_archived: entry(409, 'The program is archived and cannot be changed or used.'),
  program_suspended: entry(409, 'The program is suspended. Activate it before moving value.'),
  group_archived: entry(409, 'The group is archived and cannot be changed or used. Only forfeit is possible on its balances.'),
  key_exists: entry(409, 'The key, name or symbol is already in use. Choose another.'),
  tier_referenced_by_rules: entry(409, 'Rules still refer to the tier. `details` lists them; archive or change them first.'),
  rule_configuration_version_conflict: entry(409, 'The rule configuration changed since you read it. Read it again and repeat the change.'),
  change_set_conflict: entry(
    409,
    'Rules of the change set were changed or archived since it was begun; `details.conflicts` names them. Read what is live now, and rebase the change set onto it.',
  ),
  rule_set_not_empty: entry(409, 'The rule set still has rules. Archive them or move them to another set first.'),
  redemption_already_resolved: entry(409, 'The redemption has already ended in another way.'),
  decision_already_resolved: entry(
    409,
    'The decision has already been committed, cancelled or expired. Read it; to decide again, send a new decision with a new key.',
  ),
  decision_holds_redemption: entry(
    409,
    'The redemption belongs to a reservation that is still open, and ends with it. Commit or cancel the decision that `details.decision_id` names.',
  ),
  participant_busy: entry(
    409,
    'Earlier events of the participant have not been processed yet, and the decision may not overtake them. Nothing was changed: wait the number of seconds in `Retry-After` and send the same decision again.',
  ),
  opening_balance_exists: entry(
    409,
    'The participant already has a different opening balance of this asset. To correct the balance, make an adjustment.',
  ),
  retryable_conflict: entry(409, 'Another request changed the same rows at the same moment. Send the request again.'),
  idempotency_in_flight: entry(409, 'A request with the same idempotency key is still running. Send the request again shortly.'),
  member_exists: entry(409, 'The participant is already an active member of the group.'),
  last_admin: entry(409, 'The group must keep at least one ADMIN. Appoint another first.'),
  recovery_running: entry(409, 'A recovery of this endpoint is already running. Wait until it has ended.'),
  period_closed: entry(
    409,
    'The books are already closed for this time. Choose a time after the end of the closed period, or ask an owner to reopen it.',
  ),
  later_period_closed: entry(409, 'A later period is closed. Reopen the last period first.'),
  correction_stale: entry(409, 'Events of the window were processed again since the backtest. Run the backtest again and plan from that.'),
  correction_overlaps: entry(
    409,
    'Another correction has already moved value of the same holders for an overlapping window. Plan from a backtest whose window begins where that one ended.',
  ),
  sandbox_only: entry(409, 'Only SANDBOX organizations have a clock that can be moved.'),
  asset_in_use: entry(409, 'The program has ledger entries in this asset, so it cannot be unlinked.'),
  reward_unavailable: entry(409, 'The reward is a draft, archived or outside its availability window.'),
  redemption_not_completed: entry(409, 'Only a completed redemption can be reversed.'),
  fulfillment_in_progress: entry(
    409,
    'The provider has not delivered the reward yet; the redemption is captured when it does. To end it earlier, cancel or fail it.',
  ),

  // 422
  insufficient_funds: entry(422, 'There is not enough balance in the bucket for this operation.'),
  asset_archived: entry(422, 'The asset is archived and cannot be used in new operations.'),
  program_inactive: entry(422, 'The program is not active. Activate it and retry the event.'),
  participant_not_found: entry(422, 'The participant is unknown and the program rejects unknown ones. Create the participant first.'),
  participant_suspended: entry(422, 'The participant is suspended, so the event is rejected.'),
  participant_closed: entry(422, 'The participant is closed, so the event is rejected.'),
  recipient_not_found: entry(422, 'The recipient is unknown or not enrolled in the program.'),
  max_transaction_amount_exceeded: entry(422, 'The amount is above the `max_transaction_amount` of the asset. Send a smaller amount.'),
  batch_refused: entry(
    422,
    'The batch is `atomic` and some of its operations are refused, so none was done. `details.refused` lists each with its position and its own error. Correct them or leave them out, and send the batch again.',
  ),
  rule_example_failed: entry(
    422,
    'An example of a rule that would be ACTIVE does not turn out as expected. `details.examples` lists each with what was expected and what the rule gives. Correct the rule or the example, suspend the rule, or send `example_override_reason`.',
  ),
  unprocessable: entry(422, 'The request is valid but breaks a rule of the program. The message says which.'),

  // 429, 5xx
  rate_limit_exceeded: entry(429, 'Too many requests. Wait the number of seconds in `Retry-After` and try again.'),
  too_many_requests: entry(429, 'Too many requests or downloads at once. Wait and try again.'),
  internal_error: entry(
    500,
    'The service failed to handle the request. Try again with the same idempotency key; if it persists, report the request id.',
  ),
  provider_unavailable: entry(502, 'The fulfillment provider gave no usable answer. Try again later.'),
  service_unavailable: entry(
    503,
    'The service cannot reach something it needs right now, such as its database. Try again with the same idempotency key.',
  ),

  ...CHALLENGE_ERRORS,
  ...CODE_ERRORS,
  ...REFERRAL_ERRORS,
  ...UNUSED_ERROR_CODES,
} as const satisfies Record<string, CodeEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** One failing field of a `validation_error` (contract: "Errors"). */
export interface FieldError {
  field: string;
  message: string;
  /** Stable word such as `required`, `invalid_type`, `out_of_range`, `unknown_field`. */
  reason: string;
  expected?: string;
  received?: string;
}

interface ErrorContext {
  /** The one field at fault, when there is one. */
  param?: string;
  fields?: FieldError[];
  details?: Record<string, unknown>;
}

/** A failure that its caller can act on. Anything else that is thrown becomes `internal_error`. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly param?: string;
  readonly fields?: FieldError[];
  readonly details?: Record<string, unknown>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    context: ErrorContext = {},
  ) {
    super(message);
    this.param = context.param;
    this.fields = context.fields;
    this.details = context.details;
  }

  get status(): ErrorStatus {
    return ERROR_CODES[this.code].status;
  }
}

/** The family (`type`) of a status, in the words of the contract. */
export function errorFamily(status: ErrorStatus): ErrorFamily {
  return FAMILY_BY_STATUS[status];
}

/** The outcome of `decide`, or the failure with which it refuses. */
export function orRefusal<T>(decide: () => T): T | DomainError {
  try {
    return decide();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
