-- The terms of a campaign, which is a rule set that runs for a time, for an audience and within budgets; null for any other set.
ALTER TABLE rule_sets ADD COLUMN campaign json;
ALTER TABLE rule_sets ADD CONSTRAINT rule_sets_campaign_has_terms CHECK (campaign IS NULL OR json_typeof(campaign) = 'object') NOT VALID;

-- What the credits of all rules of a campaign have taken of its budgets.
CREATE TABLE campaign_budget_usage (
  organization_id uuid NOT NULL,
  campaign_id     uuid NOT NULL,
  asset_id        uuid NOT NULL,
  scope           text NOT NULL CHECK (scope IN ('PROGRAM', 'PARTICIPANT')),
  holder_id       uuid NOT NULL,
  period_start    timestamptz(3) NOT NULL,
  consumed        numeric(78,18) NOT NULL,
  "limit"         numeric(78,18) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, campaign_id, asset_id, scope, holder_id),
  FOREIGN KEY (organization_id, campaign_id) REFERENCES rule_sets (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  CONSTRAINT campaign_budget_usage_within_limit CHECK (consumed >= 0 AND consumed <= "limit")
);

-- The campaign during which alone an automation makes events; null: always.
ALTER TABLE automations ADD COLUMN campaign_id uuid;
ALTER TABLE automations ADD CONSTRAINT automations_campaign FOREIGN KEY (organization_id, campaign_id) REFERENCES rule_sets (organization_id, id) NOT VALID;
