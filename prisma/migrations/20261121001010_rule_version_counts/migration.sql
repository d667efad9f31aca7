-- How much each version of a rule configuration holds, counted when it is written and not at each reading.

CREATE FUNCTION rules_in_configuration(content json) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum(json_array_length(kept -> 'rules')), 0)::integer FROM json_array_elements(content) AS kept
$$;

ALTER TABLE rule_configuration_versions
  ADD COLUMN rule_set_count integer NOT NULL GENERATED ALWAYS AS (json_array_length(content)) STORED,
  ADD COLUMN rule_count integer NOT NULL GENERATED ALWAYS AS (rules_in_configuration(content)) STORED;
