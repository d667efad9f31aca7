-- Assistants that people let read through the tool server: the OAuth clients and tokens that the sign-in service keeps, and what each was allowed.

CREATE TABLE oauth_clients (
  id                                 uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id                          text NOT NULL UNIQUE,
  client_secret                      text,
  client_discovery_id                text,
  disabled                           boolean,
  skip_consent                       boolean,
  enable_end_session                 boolean,
  subject_type                       text,
  scopes                             jsonb,
  client_credentials_scopes          jsonb,
  user_id                            uuid REFERENCES users ON DELETE CASCADE,
  name                               text,
  uri                                text,
  icon                               text,
  contacts                           jsonb,
  tos                                text,
  policy                             text,
  software_id                        text,
  software_version                   text,
  software_statement                 text,
  redirect_uris                      jsonb NOT NULL,
  post_logout_redirect_uris          jsonb,
  backchannel_logout_uri             text,
  backchannel_logout_session_required boolean,
  token_endpoint_auth_method         text,
  application_type                   text,
  jwks                               text,
  jwks_uri                           text,
  grant_types                        jsonb,
  response_types                     jsonb,
  require_pkce                       boolean,
  dpop_bound_access_tokens           boolean,
  reference_id                       text,
  metadata                           jsonb,
  created_at                         timestamptz(3),
  updated_at                         timestamptz(3)
);
CREATE INDEX oauth_clients_user_idx ON oauth_clients (user_id);
CREATE INDEX oauth_clients_age_idx ON oauth_clients (created_at);

CREATE TABLE oauth_resources (
  id                              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identifier                      text NOT NULL UNIQUE,
  name                            text NOT NULL,
  access_token_ttl                integer,
  refresh_token_ttl               integer,
  signing_algorithm               text,
  signing_key_id                  text,
  allowed_scopes                  jsonb,
  custom_claims                   jsonb,
  dpop_bound_access_tokens_required boolean,
  disabled                        boolean,
  policy_version                  integer,
  metadata                        jsonb,
  created_at                      timestamptz(3),
  updated_at                      timestamptz(3)
);

CREATE TABLE oauth_client_resources (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id   text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  resource_id text NOT NULL REFERENCES oauth_resources (identifier) ON DELETE CASCADE,
  metadata    jsonb,
  created_at  timestamptz(3),
  UNIQUE (client_id, resource_id)
);
CREATE INDEX oauth_client_resources_resource_idx ON oauth_client_resources (resource_id);

-- Tokens are kept as hashes. `reference_id` is the grant that they belong to.
CREATE TABLE oauth_refresh_tokens (
  id                         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token                      text NOT NULL UNIQUE,
  client_id                  text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  session_id                 uuid REFERENCES sessions ON DELETE SET NULL,
  user_id                    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reference_id               text,
  authorization_code_id      text,
  resources                  jsonb,
  requested_user_info_claims jsonb,
  expires_at                 timestamptz(3) NOT NULL,
  created_at                 timestamptz(3) NOT NULL,
  revoked                    timestamptz(3),
  rotated_at                 timestamptz(3),
  rotation_replay_response   text,
  rotation_replay_expires_at timestamptz(3),
  auth_time                  timestamptz(3),
  confirmation               jsonb,
  scopes                     jsonb NOT NULL
);
CREATE INDEX oauth_refresh_tokens_client_idx ON oauth_refresh_tokens (client_id, user_id);
CREATE INDEX oauth_refresh_tokens_session_idx ON oauth_refresh_tokens (session_id);
CREATE INDEX oauth_refresh_tokens_user_idx ON oauth_refresh_tokens (user_id);
CREATE INDEX oauth_refresh_tokens_code_idx ON oauth_refresh_tokens (authorization_code_id);
CREATE INDEX oauth_refresh_tokens_reference_idx ON oauth_refresh_tokens (reference_id);
CREATE INDEX oauth_refresh_tokens_expiry_idx ON oauth_refresh_tokens (expires_at);

CREATE TABLE oauth_access_tokens (
  id                         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token                      text NOT NULL UNIQUE,
  client_id                  text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  session_id                 uuid REFERENCES sessions ON DELETE SET NULL,
  user_id                    uuid REFERENCES users ON DELETE CASCADE,
  reference_id               text,
  authorization_code_id      text,
  resources                  jsonb,
  requested_user_info_claims jsonb,
  refresh_id                 uuid REFERENCES oauth_refresh_tokens ON DELETE CASCADE,
  expires_at                 timestamptz(3) NOT NULL,
  created_at                 timestamptz(3) NOT NULL,
  revoked                    timestamptz(3),
  confirmation               jsonb,
  scopes                     jsonb NOT NULL
);
CREATE INDEX oauth_access_tokens_client_idx ON oauth_access_tokens (client_id);
CREATE INDEX oauth_access_tokens_session_idx ON oauth_access_tokens (session_id);
CREATE INDEX oauth_access_tokens_user_idx ON oauth_access_tokens (user_id);
CREATE INDEX oauth_access_tokens_refresh_idx ON oauth_access_tokens (refresh_id);
CREATE INDEX oauth_access_tokens_code_idx ON oauth_access_tokens (authorization_code_id);
CREATE INDEX oauth_access_tokens_reference_idx ON oauth_access_tokens (reference_id);
CREATE INDEX oauth_access_tokens_expiry_idx ON oauth_access_tokens (expires_at);

CREATE TABLE oauth_consents (
  id                         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id                  text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  user_id                    uuid REFERENCES users ON DELETE CASCADE,
  reference_id               text,
  resources                  jsonb,
  requested_user_info_claims jsonb,
  scopes                     jsonb NOT NULL,
  created_at                 timestamptz(3) NOT NULL,
  updated_at                 timestamptz(3) NOT NULL
);
CREATE INDEX oauth_consents_client_idx ON oauth_consents (client_id, user_id, reference_id);
CREATE INDEX oauth_consents_user_idx ON oauth_consents (user_id);
CREATE INDEX oauth_consents_reference_idx ON oauth_consents (reference_id);

-- Assertions by which a client proved itself: none passes a second time.
CREATE TABLE oauth_client_assertions (
  id         text PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_client_assertions_expiry_idx ON oauth_client_assertions (expires_at);

-- What a person let an assistant read. It ends with the membership that it was given under.
CREATE TABLE mcp_grants (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  client_id       text NOT NULL,
  -- As the client calls itself.
  name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  redirect_host   text NOT NULL,
  scopes          text[] NOT NULL,
  -- NULL: every program of the organization, also those to come.
  program_ids     uuid[] CHECK (cardinality(program_ids) BETWEEN 1 AND 200),
  last_used_at    timestamptz(3),
  revoked_at      timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  UNIQUE (organization_id, id)
);
CREATE INDEX mcp_grants_organization_idx ON mcp_grants (organization_id, created_at) WHERE revoked_at IS NULL;
CREATE INDEX mcp_grants_user_idx ON mcp_grants (user_id);
CREATE INDEX mcp_grants_client_idx ON mcp_grants (client_id);
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON mcp_grants FOR EACH ROW EXECUTE FUNCTION audit_change('MCP_GRANT', 'last_used_at,client_id');

-- The assistant that sent a request of the tool server.
ALTER TABLE request_logs ADD COLUMN client_name text;
