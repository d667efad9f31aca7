-- All that decides what the rules of a program do: its sets in order, each with its rules in order.
CREATE OR REPLACE FUNCTION rule_configuration_content(of_organization uuid, of_program uuid) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT coalesce(json_agg(json_build_object(
    'id', s.id, 'client_ref', s.client_ref, 'key', s.key, 'name', s.name, 'campaign', s.campaign,
    'rules', coalesce((
      SELECT json_agg(json_build_object(
        'id', r.id, 'client_ref', r.client_ref, 'name', r.name, 'description', r.description, 'condition', r.condition,
        'actions', r.actions, 'budgets', r.budgets,
        'active_from', to_char(r.active_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'active_to', to_char(r.active_to AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'status', r.status, 'stop_after_match', r.stop_after_match, 'examples', r.examples, 'version', r.version
      ) ORDER BY r.position)
      FROM rules r WHERE r.organization_id = s.organization_id AND r.rule_set_id = s.id AND r.status <> 'ARCHIVED'
    ), '[]'::json)
  ) ORDER BY s.position), '[]'::json)
  FROM rule_sets s WHERE s.organization_id = of_organization AND s.program_id = of_program AND s.deleted_at IS NULL
$$;
