-- Who may use the dashboard: users with a password, their sessions, and their roles in organizations.

ALTER TABLE organizations ALTER COLUMN id SET DEFAULT gen_random_uuid();

CREATE TABLE users (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name           text NOT NULL,
  email          text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  image          text,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL
);

CREATE TABLE sessions (
  id                     uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id                uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token                  text NOT NULL UNIQUE,
  expires_at             timestamptz(3) NOT NULL,
  ip_address             text,
  user_agent             text,
  active_organization_id uuid REFERENCES organizations ON DELETE SET NULL,
  created_at             timestamptz(3) NOT NULL,
  updated_at             timestamptz(3) NOT NULL
);
CREATE INDEX sessions_user_idx ON sessions (user_id);

CREATE TABLE accounts (
  id                       uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id                  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  account_id               text NOT NULL,
  provider_id              text NOT NULL,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope                    text,
  password                 text,
  created_at               timestamptz(3) NOT NULL,
  updated_at               timestamptz(3) NOT NULL,
  UNIQUE (provider_id, account_id)
);
CREATE INDEX accounts_user_idx ON accounts (user_id);

CREATE TABLE verifications (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX verifications_identifier_idx ON verifications (identifier);

CREATE TABLE members (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role            text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  created_at      timestamptz(3) NOT NULL,
  UNIQUE (organization_id, user_id)
);
CREATE INDEX members_user_idx ON members (user_id, created_at, id);

CREATE TABLE invitations (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  inviter_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  email           text NOT NULL,
  role            text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  status          text NOT NULL DEFAULT 'pending',
  expires_at      timestamptz(3) NOT NULL,
  created_at      timestamptz(3) NOT NULL
);
CREATE INDEX invitations_organization_idx ON invitations (organization_id, created_at, id);
CREATE INDEX invitations_email_idx ON invitations (email);
