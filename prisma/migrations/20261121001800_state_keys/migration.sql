-- Which keys there are at all is asked whenever rules are checked: each is found in one step, however many have it.
CREATE INDEX state_attributes_key_idx ON state_attributes (organization_id, subject_type, key);
CREATE INDEX state_counters_key_idx ON state_counters (organization_id, subject_type, key);
