-- Examples of what a rule does, kept with it. A default that is constant is not written to any row.
ALTER TABLE rules ADD COLUMN examples json NOT NULL DEFAULT '[]';
ALTER TABLE rules ADD CONSTRAINT rules_examples_are_a_list CHECK (json_typeof(examples) = 'array') NOT VALID;

-- Why rules were made active although examples of them fail, and which.
ALTER TABLE rule_configuration_versions ADD COLUMN example_override json;
