-- In a language whose plans are kept from one statement to the next, and a statement for each kind: one for all of them would be planned
-- anew for every row.
CREATE OR REPLACE FUNCTION audit_actor_name(organization uuid, kind text, actor_id text, own_name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF kind = 'API_KEY' THEN
    RETURN (SELECT k.name FROM api_keys k WHERE k.organization_id = organization AND k.id = actor_id::uuid);
  ELSIF kind = 'USER' THEN
    RETURN (SELECT u.email FROM users u WHERE u.id = actor_id::uuid);
  END IF;
  RETURN own_name;
END $$;
