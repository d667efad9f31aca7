-- Totals by day, so that figures over a year are read from a few hundred rows. Days are UTC days of the
-- organization's clock. None is written by whoever posts: what entries moved is added when they are
-- sealed, what events and enrolments came to is counted once a day is over.

-- What an entry gave to participants and groups, or took from them: nothing else says so.
CREATE FUNCTION holder_changes(entry uuid) RETURNS TABLE (asset_id uuid, net numeric) LANGUAGE sql STABLE AS $$
  SELECT p.asset_id, sum(p.amount) FROM postings p
  WHERE p.entry_id = entry AND p.account_type IN ('PARTICIPANT', 'GROUP') GROUP BY p.asset_id
$$;

-- Sealed entries only, those that gave and those that took apart, by type: the headings of the
-- roll-forward need both. An entry is here from its seal on, and in entry_seal_queue until then.
CREATE TABLE ledger_days (
  organization_id uuid NOT NULL REFERENCES organizations,
  day             date NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  type            text NOT NULL,
  more            numeric(78, 18) NOT NULL CHECK (more >= 0),
  less            numeric(78, 18) NOT NULL CHECK (less <= 0),
  PRIMARY KEY (organization_id, day, program_id, asset_id, type)
);

-- The same for what rules moved.
CREATE TABLE rule_days (
  organization_id uuid NOT NULL REFERENCES organizations,
  day             date NOT NULL,
  program_id      uuid NOT NULL,
  rule_id         uuid NOT NULL,
  asset_id        uuid NOT NULL,
  type            text NOT NULL,
  net             numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, day, program_id, rule_id, asset_id, type)
);

CREATE FUNCTION add_to_days(entries uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH changes AS MATERIALIZED (
    SELECT e.organization_id, (e.created_at AT TIME ZONE 'UTC')::date AS day, e.program_id, e.type, e.rule_id, c.asset_id, c.net
    FROM unnest(entries) AS sealed (id) JOIN journal_entries e ON e.id = sealed.id CROSS JOIN LATERAL holder_changes(e.id) c
    WHERE c.net <> 0
  ), by_rule AS (
    INSERT INTO rule_days (organization_id, day, program_id, rule_id, asset_id, type, net)
    SELECT organization_id, day, program_id, rule_id, asset_id, type, sum(net) FROM changes WHERE rule_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (organization_id, day, program_id, rule_id, asset_id, type) DO UPDATE SET net = rule_days.net + EXCLUDED.net
  )
  INSERT INTO ledger_days (organization_id, day, program_id, asset_id, type, more, less)
  SELECT organization_id, day, program_id, asset_id, type,
         coalesce(sum(net) FILTER (WHERE net > 0), 0), coalesce(sum(net) FILTER (WHERE net < 0), 0)
  FROM changes GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, day, program_id, asset_id, type)
  DO UPDATE SET more = ledger_days.more + EXCLUDED.more, less = ledger_days.less + EXCLUDED.less
$$;

-- With the seal itself, whoever writes it: no entry is counted twice or left out.
CREATE FUNCTION count_sealed_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_days(ARRAY(SELECT entry_id FROM new_seals));
  RETURN NULL;
END $$;

LOCK TABLE entry_seals IN SHARE ROW EXCLUSIVE MODE;
SELECT add_to_days(array_agg(entry_id)) FROM entry_seals GROUP BY organization_id, position / 10000;
CREATE TRIGGER entry_seals_counted AFTER INSERT ON entry_seals
  REFERENCING NEW TABLE AS new_seals FOR EACH STATEMENT EXECUTE FUNCTION count_sealed_entries();

-- Days that are over. A scope is a program, or the organization itself for all of its programs. Days
-- without anything have no row.
CREATE TABLE activity_days (
  organization_id uuid NOT NULL REFERENCES organizations,
  scope_id        uuid NOT NULL,
  day             date NOT NULL,
  events          bigint NOT NULL CHECK (events >= 0),
  -- Participants that were new to the scope.
  joined          bigint NOT NULL CHECK (joined >= 0),
  PRIMARY KEY (organization_id, scope_id, day)
);

-- How many participants had events on a day, by the day on which each had the last one before it, or
-- -infinity. Those active in a period are the ones whose day before lies outside of it.
CREATE TABLE activity_returns (
  organization_id uuid NOT NULL REFERENCES organizations,
  scope_id        uuid NOT NULL,
  day             date NOT NULL,
  previous_day    date NOT NULL CHECK (previous_day < day),
  participants    bigint NOT NULL CHECK (participants > 0),
  PRIMARY KEY (organization_id, scope_id, day, previous_day)
);

-- How far the days of each organization are counted. A day is noted as over first and counted some real
-- time later, when whoever began on that day has committed. `due_at` is real time.
CREATE TABLE activity_progress (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  counted_through date,
  noted_through   date,
  due_at          timestamptz(3) NOT NULL,
  CHECK (counted_through IS NULL OR counted_through <= noted_through)
);
CREATE INDEX activity_progress_due_idx ON activity_progress (due_at);

CREATE FUNCTION begin_activity_progress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_progress (organization_id, due_at) VALUES (NEW.id, NEW.created_at + interval '1 day');
  RETURN NULL;
END $$;
CREATE TRIGGER organizations_activity AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION begin_activity_progress();
INSERT INTO activity_progress (organization_id, due_at) SELECT id, now() FROM organizations;

CREATE INDEX events_failed_idx ON events (organization_id, created_at) INCLUDE (program_id, error_code) WHERE status = 'FAILED';
CREATE INDEX events_waiting_idx ON events (organization_id, created_at) INCLUDE (program_id) WHERE status IN ('PENDING', 'PROCESSING');
CREATE INDEX program_participants_enrolled_idx ON program_participants (organization_id, enrolled_at) INCLUDE (program_id);
