-- Totals by hour of the last weeks, so that a window that begins or ends within a busy day reads few rows. An hour is
-- counted by a job some time after it is over, the latest hours of a database that is older last; whatever is not
-- counted is read row by row. Hours are full UTC hours of the organization's clock, told by their first instant.

-- From which hour on and until which one an organization is counted. `due_at` is real time.
CREATE TABLE hour_progress (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  counted_from    timestamptz(3),
  counted_until   timestamptz(3),
  noted_until     timestamptz(3),
  due_at          timestamptz(3) NOT NULL,
  CHECK ((counted_from IS NULL) = (counted_until IS NULL)),
  CHECK (counted_from <= counted_until),
  CHECK (counted_until <= noted_until)
);
CREATE INDEX hour_progress_due_idx ON hour_progress (due_at);

-- Sealed entries only, as in the totals by day.
CREATE TABLE ledger_hours (
  organization_id uuid NOT NULL REFERENCES organizations,
  hour            timestamptz(3) NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  type            text NOT NULL,
  more            numeric(78, 18) NOT NULL CHECK (more >= 0),
  less            numeric(78, 18) NOT NULL CHECK (less <= 0),
  PRIMARY KEY (organization_id, hour, program_id, asset_id, type)
);

CREATE TABLE rule_hours (
  organization_id uuid NOT NULL REFERENCES organizations,
  hour            timestamptz(3) NOT NULL,
  program_id      uuid NOT NULL,
  rule_id         uuid NOT NULL,
  asset_id        uuid NOT NULL,
  type            text NOT NULL,
  net             numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, hour, program_id, rule_id, asset_id, type)
);

CREATE TABLE account_hours (
  organization_id uuid NOT NULL REFERENCES organizations,
  hour            timestamptz(3) NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  account_type    text NOT NULL,
  amount          numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, hour, program_id, asset_id, account_type)
);

CREATE TABLE entry_hours (
  organization_id uuid NOT NULL REFERENCES organizations,
  hour            timestamptz(3) NOT NULL,
  program_id      uuid NOT NULL,
  entries         bigint NOT NULL CHECK (entries > 0),
  PRIMARY KEY (organization_id, hour, program_id)
);

CREATE FUNCTION add_to_hours(entries uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO entry_hours (organization_id, hour, program_id, entries)
  SELECT e.organization_id, date_trunc('hour', e.created_at, 'UTC'), e.program_id, count(*)
  FROM unnest(entries) AS sealed (id) JOIN journal_entries e ON e.id = sealed.id GROUP BY 1, 2, 3
  ON CONFLICT (organization_id, hour, program_id) DO UPDATE SET entries = entry_hours.entries + EXCLUDED.entries;

  INSERT INTO account_hours (organization_id, hour, program_id, asset_id, account_type, amount)
  SELECT p.organization_id, date_trunc('hour', p.created_at, 'UTC'), p.program_id, p.asset_id, p.account_type, sum(p.amount)
  FROM unnest(entries) AS sealed (id) JOIN postings p ON p.entry_id = sealed.id GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, hour, program_id, asset_id, account_type) DO UPDATE SET amount = account_hours.amount + EXCLUDED.amount;

  WITH changes AS MATERIALIZED (
    SELECT e.organization_id, date_trunc('hour', e.created_at, 'UTC') AS hour, e.program_id, e.type, e.rule_id, c.asset_id, c.net
    FROM unnest(entries) AS sealed (id) JOIN journal_entries e ON e.id = sealed.id CROSS JOIN LATERAL holder_changes(e.id) c
    WHERE c.net <> 0
  ), by_rule AS (
    INSERT INTO rule_hours (organization_id, hour, program_id, rule_id, asset_id, type, net)
    SELECT organization_id, hour, program_id, rule_id, asset_id, type, sum(net) FROM changes WHERE rule_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (organization_id, hour, program_id, rule_id, asset_id, type) DO UPDATE SET net = rule_hours.net + EXCLUDED.net
  )
  INSERT INTO ledger_hours (organization_id, hour, program_id, asset_id, type, more, less)
  SELECT organization_id, hour, program_id, asset_id, type,
         coalesce(sum(net) FILTER (WHERE net > 0), 0), coalesce(sum(net) FILTER (WHERE net < 0), 0)
  FROM changes GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, hour, program_id, asset_id, type)
  DO UPDATE SET more = ledger_hours.more + EXCLUDED.more, less = ledger_hours.less + EXCLUDED.less
$$;

-- An entry that is sealed after its hour was counted is added with its seal. Whoever counts an hour keeps the row of
-- hour_progress until then, so that no seal falls between the two.
CREATE OR REPLACE FUNCTION count_sealed_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  late uuid[];
BEGIN
  PERFORM add_to_days(sealed.entries), add_to_account_days(sealed.entries), add_to_expiry_days(sealed.entries)
  FROM (SELECT array_agg(entry_id) AS entries FROM new_seals) AS sealed;

  WITH progress AS MATERIALIZED (
    SELECT p.organization_id, p.counted_from, p.counted_until FROM hour_progress p
    WHERE p.organization_id IN (SELECT organization_id FROM new_seals) FOR SHARE
  )
  SELECT array_agg(e.id) INTO late
  FROM progress p JOIN new_seals s ON s.organization_id = p.organization_id JOIN journal_entries e ON e.id = s.entry_id
  WHERE e.created_at >= p.counted_from AND e.created_at < p.counted_until;
  IF late IS NOT NULL THEN
    PERFORM add_to_hours(late);
  END IF;
  RETURN NULL;
END $$;

-- What happened in an hour, in a program or, under the id of the organization, in all of them.
CREATE TABLE activity_hours (
  organization_id uuid NOT NULL REFERENCES organizations,
  scope_id        uuid NOT NULL,
  hour            timestamptz(3) NOT NULL,
  events          bigint NOT NULL CHECK (events >= 0),
  joined          bigint NOT NULL CHECK (joined >= 0),
  PRIMARY KEY (organization_id, scope_id, hour)
);

-- How many participants had events in an hour, by the hour in which each had the last one before it, or -infinity.
CREATE TABLE activity_hour_returns (
  organization_id uuid NOT NULL REFERENCES organizations,
  scope_id        uuid NOT NULL,
  hour            timestamptz(3) NOT NULL,
  previous_hour   timestamptz(3) NOT NULL CHECK (previous_hour < hour),
  participants    bigint NOT NULL CHECK (participants > 0),
  PRIMARY KEY (organization_id, scope_id, hour, previous_hour)
);

-- The same for the events for which, and the holders of whom, a rule moved an asset.
CREATE TABLE rule_hour_returns (
  organization_id uuid NOT NULL REFERENCES organizations,
  hour            timestamptz(3) NOT NULL,
  program_id      uuid NOT NULL,
  rule_id         uuid NOT NULL,
  asset_id        uuid NOT NULL,
  previous_hour   timestamptz(3) NOT NULL CHECK (previous_hour < hour),
  events          bigint NOT NULL CHECK (events >= 0),
  holders         bigint NOT NULL CHECK (holders >= 0),
  PRIMARY KEY (organization_id, hour, program_id, rule_id, asset_id, previous_hour)
);

CREATE FUNCTION begin_hour_progress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO hour_progress (organization_id, due_at) VALUES (NEW.id, NEW.created_at + interval '1 hour');
  RETURN NULL;
END $$;
CREATE TRIGGER organizations_hours AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION begin_hour_progress();
INSERT INTO hour_progress (organization_id, due_at) SELECT id, now() FROM organizations ON CONFLICT DO NOTHING;
