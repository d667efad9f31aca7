/**
 * Lists the codes of the contract that no request is answered with, each with the reason. They are kept, so that their names never
 * come to mean anything else.
 */
import type { CodeEntry, ErrorStatus } from './errors';

const unused = (status: ErrorStatus, explanation: string, unusedBecause: string): CodeEntry => ({ status, explanation, unusedBecause });

const NO_PASSES = 'The service issues no wallet passes.';
const NO_CONNECTIONS = 'The service issues no wallet passes and connects to no issuers of them.';
const MEMBERS_ELSEWHERE =
  'Members, roles and sign-in are managed in the dashboard, whose sign-in service answers in its own words; no API route changes them.';

export const UNUSED_ERROR_CODES = {
  header_body_mismatch: unused(
    400,
    'The `Idempotency-Key` header and the `idempotency_key` field differ. Send one of them, or the same value in both.',
    'It is a reason: the answer is `bad_request` with `details.reason` `header_body_mismatch`.',
  ),
  invalid_fraction: unused(400, 'The fraction must be above 0 and at most 1.', 'No route takes a `fraction`; send an amount.'),
  invalid_issuer_connection: unused(400, 'The issuer connection cannot be used. Check its settings.', NO_CONNECTIONS),
  issuer_connection_required: unused(400, 'This operation needs an issuer connection. Configure one first.', NO_CONNECTIONS),
  invalid_pass_template: unused(400, 'The pass template is not valid.', NO_PASSES),
  invalid_platform: unused(400, 'The platform must be APPLE or GOOGLE.', NO_PASSES),
  invalid_media: unused(
    400,
    'The media file is missing or of an unsupported kind.',
    'The service takes no media files: images are named by their address.',
  ),
  unsupported_credential_owner: unused(
    400,
    'Credentials of this owner cannot be used here.',
    'The credentials of a provider belong to its fulfillment account; there is no other owner to choose.',
  ),
  invalid_oauth_state: unused(
    400,
    'The sign-in attempt has expired or was not started here. Start it again.',
    'The service signs in to no other service: provider accounts use keys. Assistants that connect to it get the errors of OAuth.',
  ),
  invalid_webhook_signature: unused(
    401,
    'The signature of the incoming call does not match.',
    'The service sends webhooks and receives none.',
  ),
  user_profile_missing: unused(
    401,
    'The token names a user that does not exist here.',
    'Session tokens carry all that is read of a person, so none needs a profile here.',
  ),
  unauthorized: unused(
    401,
    'The request carries no usable credentials.',
    'The older short form. A request without usable credentials is answered with `authentication_required`, `invalid_api_key` or `invalid_token`, which say more.',
  ),
  preview_token_mismatch: unused(
    403,
    'The preview token does not belong to this resource.',
    'The service has no preview tokens: an automation or a rule is tried out with the credentials of the caller.',
  ),
  role_hierarchy_violation: unused(403, 'A member cannot change someone whose role is equal or higher.', MEMBERS_ELSEWHERE),
  user_context_required: unused(
    403,
    'This action must be taken by a person who is signed in to the dashboard.',
    'What only a person may do has no API route: the dashboard calls it, and only for people who are signed in.',
  ),
  user_suspended: unused(
    403,
    'The user is suspended.',
    'A person is not suspended but removed from the organization. An organization that is suspended is answered with `insufficient_permissions`.',
  ),
  verified_email_required: unused(403, 'The email address must be verified first.', MEMBERS_ELSEWHERE),
} as const satisfies Record<string, CodeEntry>;
