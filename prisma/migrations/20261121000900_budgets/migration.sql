-- Budgets of rules: what their credits may come to in a period, and what they came to in the current one.

ALTER TABLE rules ADD COLUMN budgets json NOT NULL DEFAULT '[]';
ALTER TABLE rules ADD CONSTRAINT rules_budgets_are_a_list CHECK (json_typeof(budgets) = 'array');

-- One row for each budget and whoever it is counted for: the program for PROGRAM, each recipient for
-- PARTICIPANT. `limit` is the one that `consumed` was last held against. A row whose period has ended
-- counts for nothing and is taken over by the next credit.
CREATE TABLE budget_usage (
  organization_id uuid NOT NULL,
  rule_id         uuid NOT NULL REFERENCES rules,
  asset_id        uuid NOT NULL,
  scope           text NOT NULL CHECK (scope IN ('PROGRAM', 'PARTICIPANT')),
  holder_id       uuid NOT NULL,
  period_start    timestamptz(3) NOT NULL,
  consumed        numeric(78, 18) NOT NULL,
  "limit"         numeric(78, 18) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (rule_id, asset_id, scope, holder_id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  CONSTRAINT budget_usage_within_limit CHECK (consumed >= 0 AND consumed <= "limit")
);
