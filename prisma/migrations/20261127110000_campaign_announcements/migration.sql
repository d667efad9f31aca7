-- What was last announced of each campaign, and when that may have to be done next.
CREATE TABLE campaign_announcements (
  organization_id uuid NOT NULL,
  campaign_id     uuid NOT NULL,
  program_id      uuid NOT NULL,
  -- Whether its start was announced, and its end has not been since.
  is_running      boolean NOT NULL,
  -- When time alone starts or ends it; null: it does not.
  due_at          timestamptz(3),
  updated_at      timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, campaign_id) REFERENCES rule_sets (organization_id, id)
);
CREATE INDEX campaign_announcements_due_idx ON campaign_announcements (organization_id, due_at) WHERE due_at IS NOT NULL;
ALTER TABLE campaign_announcements ADD PRIMARY KEY (organization_id, campaign_id);

-- Campaigns that are there already are looked at once.
INSERT INTO campaign_announcements (organization_id, campaign_id, program_id, is_running, due_at, updated_at)
SELECT organization_id, id, program_id, false, updated_at, updated_at FROM rule_sets WHERE campaign IS NOT NULL AND deleted_at IS NULL;
