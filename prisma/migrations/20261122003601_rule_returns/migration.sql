-- For how many events, and of how many participants and groups, a rule moved an asset on a day, by the day on which
-- it last had before it, or -infinity. Those of a period are the ones whose day before lies outside of it.
CREATE TABLE rule_returns (
  organization_id uuid NOT NULL REFERENCES organizations,
  day             date NOT NULL,
  program_id      uuid NOT NULL,
  rule_id         uuid NOT NULL,
  asset_id        uuid NOT NULL,
  previous_day    date NOT NULL CHECK (previous_day < day),
  events          bigint NOT NULL CHECK (events >= 0),
  holders         bigint NOT NULL CHECK (holders >= 0),
  PRIMARY KEY (organization_id, day, program_id, rule_id, asset_id, previous_day)
);

-- Counted behind the activity of the same days, and read row by row until then: what there is by now takes its time.
ALTER TABLE activity_progress ADD COLUMN rules_counted_through date CHECK (rules_counted_through <= noted_through);
UPDATE activity_progress SET due_at = least(due_at, now() + interval '10 minutes');
