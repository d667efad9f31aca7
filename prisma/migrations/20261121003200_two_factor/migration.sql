-- A second factor at sign-in, which an organization may require of its people.

ALTER TABLE users ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;
ALTER TABLE organizations ADD COLUMN require_two_factor boolean NOT NULL DEFAULT false;

-- `secret` and `backup_codes` are encrypted by the sign-in service before they get here.
CREATE TABLE two_factors (
  id                        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id                   uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  secret                    text NOT NULL,
  backup_codes              text NOT NULL,
  -- Whether a first code has shown that the app has the secret.
  verified                  boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0 CHECK (failed_verification_count >= 0),
  locked_until              timestamptz(3)
);

-- Codes that were sent in the minutes in which they could pass: none passes a second time.
CREATE TABLE used_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code    text NOT NULL CHECK (length(code) <= 16),
  used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, code)
);

-- However many leave at once, somebody stays who owns the organization.
CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.role = 'OWNER' AND NEW.organization_id = OLD.organization_id THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM organizations o WHERE o.id = OLD.organization_id FOR NO KEY UPDATE;
  IF FOUND AND NOT EXISTS (SELECT 1 FROM members m WHERE m.organization_id = OLD.organization_id AND m.role = 'OWNER') THEN
    RAISE EXCEPTION 'an organization keeps an owner' USING ERRCODE = 'check_violation', CONSTRAINT = 'members_keep_an_owner';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_an_owner AFTER UPDATE OR DELETE ON members FOR EACH ROW WHEN (OLD.role = 'OWNER') EXECUTE FUNCTION keep_an_owner();
