/**
 * Configures the OAuth 2.1 authorization server for the tool server: clients that register themselves or are identified by the URL
 * of a metadata document, PKCE, tokens for a single resource, and refresh tokens that work once. Tokens are opaque and looked up,
 * so that they can be revoked at once.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { oauthProvider } from '@better-auth/oauth-provider';
import { MCP_REFRESH_SECONDS, MCP_SCOPE_NAMES, MCP_TOKEN_SECONDS, OFFLINE_SCOPE } from '@/domain/mcp';
import { hashMcpToken, mcpResource } from '@/server/access/mcp-access';
import { singleton } from '@/server/platform/singleton';
import { clientDiscovery } from './client-discovery';

/** The consent page, which leads to sign-in first where nobody is signed in. */
const CONSENT_PAGE = '/connect';

const handedOver = () => singleton('mcp-grant-handed-over', () => new AsyncLocalStorage<string>());
/** No grant has this id, so that everybody is asked: consent covers the tokens it was given for and no others. */
const NOT_ASKED_YET = '00000000-0000-0000-0000-000000000000';

/** Any code issued inside `work` belongs to this grant. */
export const handingOver = <T>(grantId: string, work: () => Promise<T>): Promise<T> => handedOver().run(grantId, work);

const PER_MINUTE = { window: 60, max: 60 };

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' };
const holder = {
  clientId: 'client_id',
  userId: 'user_id',
  referenceId: 'reference_id',
  requestedUserInfoClaims: 'requested_user_info_claims',
};
const token = {
  ...holder,
  sessionId: 'session_id',
  authorizationCodeId: 'authorization_code_id',
  expiresAt: 'expires_at',
  createdAt: 'created_at',
};

const SCHEMA = {
  oauthClient: {
    modelName: 'oauth_clients',
    fields: {
      ...stamps,
      clientId: 'client_id',
      clientSecret: 'client_secret',
      clientDiscoveryId: 'client_discovery_id',
      skipConsent: 'skip_consent',
      enableEndSession: 'enable_end_session',
      subjectType: 'subject_type',
      clientCredentialsScopes: 'client_credentials_scopes',
      userId: 'user_id',
      softwareId: 'software_id',
      softwareVersion: 'software_version',
      softwareStatement: 'software_statement',
      redirectUris: 'redirect_uris',
      postLogoutRedirectUris: 'post_logout_redirect_uris',
      backchannelLogoutUri: 'backchannel_logout_uri',
      backchannelLogoutSessionRequired: 'backchannel_logout_session_required',
      tokenEndpointAuthMethod: 'token_endpoint_auth_method',
      applicationType: 'application_type',
      jwksUri: 'jwks_uri',
      grantTypes: 'grant_types',
      responseTypes: 'response_types',
      requirePKCE: 'require_pkce',
      dpopBoundAccessTokens: 'dpop_bound_access_tokens',
      referenceId: 'reference_id',
    },
  },
  oauthResource: {
    modelName: 'oauth_resources',
    fields: {
      ...stamps,
      accessTokenTtl: 'access_token_ttl',
      refreshTokenTtl: 'refresh_token_ttl',
      signingAlgorithm: 'signing_algorithm',
      signingKeyId: 'signing_key_id',
      allowedScopes: 'allowed_scopes',
      customClaims: 'custom_claims',
      dpopBoundAccessTokensRequired: 'dpop_bound_access_tokens_required',
      policyVersion: 'policy_version',
    },
  },
  oauthClientResource: {
    modelName: 'oauth_client_resources',
    fields: { clientId: 'client_id', resourceId: 'resource_id', createdAt: 'created_at' },
  },
  oauthRefreshToken: {
    modelName: 'oauth_refresh_tokens',
    fields: {
      ...token,
      rotatedAt: 'rotated_at',
      rotationReplayResponse: 'rotation_replay_response',
      rotationReplayExpiresAt: 'rotation_replay_expires_at',
      authTime: 'auth_time',
    },
  },
  oauthAccessToken: { modelName: 'oauth_access_tokens', fields: { ...token, refreshId: 'refresh_id' } },
  oauthConsent: { modelName: 'oauth_consents', fields: { ...stamps, ...holder } },
  oauthClientAssertion: { modelName: 'oauth_client_assertions', fields: { expiresAt: 'expires_at' } },
};

export const authorizationServer = () =>
  oauthProvider({
    loginPage: CONSENT_PAGE,
    consentPage: CONSENT_PAGE,
    scopes: [...MCP_SCOPE_NAMES, OFFLINE_SCOPE],
    resources: [mcpResource()],
    // There is only one resource, and every client that registers wants it.
    enforcePerClientResources: false,
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    extensions: [{ clientDiscovery: clientDiscovery() }],
    grantTypes: ['authorization_code', 'refresh_token'],
    accessTokenExpiresIn: MCP_TOKEN_SECONDS,
    refreshTokenExpiresIn: MCP_REFRESH_SECONDS,
    disableJwtPlugin: true,
    storeTokens: { hash: (secret) => Promise.resolve(hashMcpToken(secret)) },
    postLogin: {
      page: CONSENT_PAGE,
      shouldRedirect: () => false,
      consentReferenceId: () => handedOver().getStore() ?? NOT_ASKED_YET,
    },
    clientPrivileges: () => false,
    resourcePrivileges: () => false,
    rateLimit: { register: { window: 60, max: 30 }, token: PER_MINUTE, authorize: PER_MINUTE },
    schema: SCHEMA,
  });

/** The library's other endpoints: managing clients, resources and consents by hand, and identity tokens. */
export const UNUSED_OAUTH_PATHS = [
  '/admin/oauth2/create-client',
  '/admin/oauth2/update-client',
  '/admin/oauth2/resources',
  '/oauth2/create-client',
  '/oauth2/get-client',
  '/oauth2/get-clients',
  '/oauth2/public-client',
  '/oauth2/public-client-prelogin',
  '/oauth2/update-client',
  '/oauth2/client/rotate-secret',
  '/oauth2/delete-client',
  '/oauth2/get-consent',
  '/oauth2/get-consents',
  '/oauth2/update-consent',
  '/oauth2/delete-consent',
  '/oauth2/continue',
  '/oauth2/userinfo',
  '/oauth2/end-session',
  '/oauth2/end-session/confirm',
];
