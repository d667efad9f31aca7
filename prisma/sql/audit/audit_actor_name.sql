-- In a language whose plans are kept from one statement to the next: it is asked for every row.
CREATE OR REPLACE FUNCTION audit_actor_name(organization uuid, kind text, actor_id text, own_name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE kind WHEN 'API_KEY' THEN (SELECT k.name FROM api_keys k WHERE k.organization_id = organization AND k.id = actor_id::uuid)
                   WHEN 'USER' THEN (SELECT u.email FROM users u WHERE u.id = actor_id::uuid)
                   ELSE own_name END;
END $$;
