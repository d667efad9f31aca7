-- The committed entries of an organization that are not sealed yet.
CREATE OR REPLACE FUNCTION waiting_entries(organization uuid) RETURNS TABLE (entry_id uuid) LANGUAGE sql STABLE AS $$
  SELECT unnest(q.entry_ids) FROM entry_seal_queue q WHERE q.organization_id = organization
$$;
