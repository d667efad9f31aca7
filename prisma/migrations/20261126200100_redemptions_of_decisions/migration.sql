-- Built beside writes: redemptions are looked up by the decision that they are part of.
CREATE INDEX CONCURRENTLY redemptions_decision_idx ON redemptions (decision_id, organization_id) WHERE decision_id IS NOT NULL;
