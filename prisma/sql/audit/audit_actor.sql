-- Whoever is behind the present transaction, as the service said when it began it; NULL for the service's own work.
CREATE OR REPLACE FUNCTION audit_actor() RETURNS json LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('rewards.actor', true), '')::json
$$;
