CREATE OR REPLACE FUNCTION record_audit(
  organization uuid, program uuid, action text, resource_type text, resource_id uuid, resource_name text, before json, after json
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  actor json := audit_actor();
  instant timestamptz := clock_timestamp();
BEGIN
  INSERT INTO audit_log (organization_id, id, program_id, actor_type, actor_id, actor_name, on_behalf_of, action, resource_type, resource_id,
    resource_name, before, after, operation, request_id, ip, organization_time)
  SELECT organization, audit_id(instant), program, coalesce(actor ->> 'type', 'SYSTEM'), actor ->> 'id',
    audit_actor_name(organization, actor ->> 'type', actor ->> 'id', actor ->> 'name'),
    actor ->> 'on_behalf_of', record_audit.action, record_audit.resource_type, record_audit.resource_id, record_audit.resource_name,
    record_audit.before, record_audit.after, actor ->> 'operation', actor ->> 'request_id', actor ->> 'ip',
    instant + o.clock_offset_ms * interval '1 millisecond'
  FROM organizations o WHERE o.id = organization;
END $$;
