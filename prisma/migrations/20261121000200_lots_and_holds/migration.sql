-- Lots with maturity and expiry, and holds by reference. Both follow the postings: nothing else may
-- change what is left in a lot or under a hold.

ALTER TABLE postings ADD COLUMN hold_reference text;
ALTER TABLE postings ADD CONSTRAINT postings_name_their_hold CHECK ((bucket = 'HELD') = (hold_reference IS NOT NULL));

CREATE TABLE holds (
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  account_type    text NOT NULL CHECK (account_type IN ('PARTICIPANT', 'GROUP')),
  account_id      uuid NOT NULL,
  reference_id    text NOT NULL,
  amount          numeric(78, 18) NOT NULL CONSTRAINT holds_not_negative CHECK (amount >= 0),
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, program_id, asset_id, reference_id),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id)
);
CREATE INDEX holds_live_idx ON holds (account_id, program_id, asset_id, created_at) WHERE amount > 0;

CREATE TABLE lots (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  account_type    text NOT NULL CHECK (account_type IN ('PARTICIPANT', 'GROUP')),
  account_id      uuid NOT NULL,
  amount          numeric(78, 18) NOT NULL CHECK (amount > 0),
  remaining       numeric(78, 18) NOT NULL DEFAULT 0,
  -- The bucket that what is left lies in, or lay in last.
  bucket          text NOT NULL CHECK (bucket IN ('AVAILABLE', 'HELD', 'DEFERRED')),
  expired         boolean NOT NULL DEFAULT false,
  status          text NOT NULL GENERATED ALWAYS AS (CASE WHEN remaining > 0 THEN bucket WHEN expired THEN 'EXPIRED' ELSE 'CONSUMED' END) STORED,
  reference_id    text,
  provisional     boolean NOT NULL,
  parent_id       uuid REFERENCES lots,
  entry_id        uuid NOT NULL REFERENCES journal_entries,
  created_at      timestamptz(3) NOT NULL,
  matures_at      timestamptz(3),
  expires_at      timestamptz(3),
  CONSTRAINT lots_within_their_amount CHECK (remaining >= 0 AND remaining <= amount),
  CHECK (matures_at <= expires_at),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id)
);
CREATE INDEX lots_live_idx ON lots (account_id, program_id, asset_id, expires_at, created_at, id) WHERE remaining > 0;
CREATE INDEX lots_account_idx ON lots (account_id, created_at, id);
CREATE INDEX lots_maturing_idx ON lots (matures_at) WHERE remaining > 0 AND bucket = 'DEFERRED';
CREATE INDEX lots_expiring_idx ON lots (expires_at) WHERE remaining > 0 AND expires_at IS NOT NULL;
CREATE INDEX lots_organization_maturing_idx ON lots (organization_id, matures_at) WHERE remaining > 0 AND bucket = 'DEFERRED';
CREATE INDEX lots_organization_expiring_idx ON lots (organization_id, expires_at) WHERE remaining > 0 AND expires_at IS NOT NULL;
CREATE INDEX lots_entry_idx ON lots (entry_id);

-- What each posting of a LOT asset did to which lot; without a lot, to the overdraft.
CREATE TABLE lot_postings (
  entry_id        uuid NOT NULL,
  line            smallint NOT NULL,
  part            integer NOT NULL,
  organization_id uuid NOT NULL,
  lot_id          uuid REFERENCES lots,
  amount          numeric(78, 18) NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (entry_id, line, part)
);
CREATE INDEX lot_postings_lot_idx ON lot_postings (lot_id, entry_id) WHERE lot_id IS NOT NULL;

CREATE TRIGGER lot_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON lot_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A lot lies in one place as a whole: in one bucket, and in HELD under one hold. After a statement, what
-- each touched lot has in each place must be nothing, or everything that is left of it.
CREATE FUNCTION apply_lot_postings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at_fault uuid;
  touched bigint;
  moved bigint;
BEGIN
  SELECT n.entry_id INTO at_fault
  FROM new_lot_postings n LEFT JOIN postings p ON p.entry_id = n.entry_id AND p.line = n.line LEFT JOIN lots l ON l.id = n.lot_id
  LEFT JOIN journal_entries e ON e.id = n.entry_id LEFT JOIN assets a ON a.id = p.asset_id
  WHERE p.entry_id IS NULL OR p.organization_id <> n.organization_id OR p.account_type NOT IN ('PARTICIPANT', 'GROUP')
     OR a.inventory_mode <> 'LOT' OR e.xmin <> pg_current_xact_id()::xid
     OR CASE WHEN n.lot_id IS NULL THEN p.bucket <> 'AVAILABLE'
             ELSE (l.account_id, l.program_id, l.asset_id) IS DISTINCT FROM (p.account_id, p.program_id, p.asset_id) END
     OR p.amount <> (SELECT sum(o.amount) FROM lot_postings o WHERE o.entry_id = n.entry_id AND o.line = n.line)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lot postings of journal entry % do not fit its postings', at_fault USING ERRCODE = 'check_violation', CONSTRAINT = 'lot_postings_fit';
  END IF;

  WITH delta AS (
    SELECT n.lot_id, p.bucket, p.hold_reference, sum(n.amount) AS amount, bool_or(e.type = 'EXPIRE') AS expired
    FROM new_lot_postings n JOIN postings p ON p.entry_id = n.entry_id AND p.line = n.line JOIN journal_entries e ON e.id = n.entry_id
    WHERE n.lot_id IS NOT NULL GROUP BY n.lot_id, p.bucket, p.hold_reference
  ), places AS (
    SELECT lot_id, bucket, hold_reference, sum(amount) AS amount
    FROM (SELECT lot_id, bucket, hold_reference, amount FROM delta
          UNION ALL
          SELECT l.id, l.bucket, CASE WHEN l.bucket = 'HELD' THEN l.reference_id END, l.remaining
          FROM lots l WHERE l.remaining > 0 AND l.id IN (SELECT lot_id FROM delta)) parts
    GROUP BY lot_id, bucket, hold_reference
  ), outcome AS (
    SELECT lot_id, sum(amount) AS remaining, min(amount) AS least, count(*) FILTER (WHERE amount > 0) AS homes,
           max(bucket) FILTER (WHERE amount > 0) AS bucket, max(hold_reference) FILTER (WHERE amount > 0) AS hold_reference,
           bool_or(bucket <> 'HELD') AS left_held
    FROM places GROUP BY lot_id
  ), applied AS (
    UPDATE lots l
    SET remaining = o.remaining,
        bucket = coalesce(o.bucket, l.bucket),
        reference_id = CASE WHEN o.bucket IS NULL THEN l.reference_id ELSE o.hold_reference END,
        provisional = l.provisional AND NOT o.left_held,
        expired = (SELECT bool_or(d.expired) FROM delta d WHERE d.lot_id = l.id)
    FROM outcome o
    WHERE l.id = o.lot_id AND o.least >= 0 AND o.homes <= 1
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM outcome), (SELECT count(*) FROM applied) INTO touched, moved;
  IF moved < touched THEN
    RAISE EXCEPTION 'a lot would lie in two places, or give what it has not' USING ERRCODE = 'check_violation', CONSTRAINT = 'lots_lie_in_one_place';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER lot_postings_applied AFTER INSERT ON lot_postings
  REFERENCING NEW TABLE AS new_lot_postings FOR EACH STATEMENT EXECUTE FUNCTION apply_lot_postings();

-- Postings of a LOT asset are made of lots to the last digit; postings in HELD move their hold.
CREATE FUNCTION apply_lots_and_holds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at_fault uuid;
  moved bigint;
BEGIN
  SELECT p.entry_id INTO at_fault
  FROM new_postings p JOIN assets a ON a.id = p.asset_id AND a.inventory_mode = 'LOT'
  WHERE p.account_type IN ('PARTICIPANT', 'GROUP')
    AND p.amount <> (SELECT coalesce(sum(l.amount), 0) FROM lot_postings l WHERE l.entry_id = p.entry_id AND l.line = p.line)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'postings of journal entry % are not made of lots', at_fault USING ERRCODE = 'check_violation', CONSTRAINT = 'postings_made_of_lots';
  END IF;

  IF EXISTS (SELECT 1 FROM new_postings WHERE bucket = 'HELD') THEN
    INSERT INTO holds (organization_id, program_id, asset_id, account_type, account_id, reference_id, amount, created_at)
    SELECT DISTINCT p.organization_id, p.program_id, p.asset_id, p.account_type, p.account_id, p.hold_reference, 0, p.created_at
    FROM new_postings p
    WHERE p.bucket = 'HELD' AND p.amount > 0
    ON CONFLICT (account_id, program_id, asset_id, reference_id) DO NOTHING;

    UPDATE holds h
    SET amount = h.amount + d.amount, created_at = CASE WHEN h.amount = 0 THEN d.created_at ELSE h.created_at END
    FROM (SELECT account_id, program_id, asset_id, hold_reference, sum(amount) AS amount, min(created_at) AS created_at
          FROM new_postings WHERE bucket = 'HELD' GROUP BY account_id, program_id, asset_id, hold_reference) d
    WHERE (h.account_id, h.program_id, h.asset_id, h.reference_id) = (d.account_id, d.program_id, d.asset_id, d.hold_reference);
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved < (SELECT count(DISTINCT (account_id, program_id, asset_id, hold_reference)) FROM new_postings WHERE bucket = 'HELD') THEN
      RAISE EXCEPTION 'a posting takes from a hold that does not exist' USING ERRCODE = 'check_violation', CONSTRAINT = 'holds_exist';
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER postings_move_lots_and_holds AFTER INSERT ON postings
  REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION apply_lots_and_holds();

-- As for balances: what follows the postings is not written by hand.
CREATE TRIGGER lots_follow_postings BEFORE UPDATE OR DELETE OR TRUNCATE ON lots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();
CREATE TRIGGER holds_follow_postings BEFORE UPDATE OR DELETE OR TRUNCATE ON holds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();
CREATE FUNCTION refuse_filled_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 AND (to_jsonb(NEW) ->> TG_ARGV[0])::numeric <> 0 THEN
    RAISE EXCEPTION '% follow the postings: a new row begins empty', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lots_begin_empty BEFORE INSERT ON lots FOR EACH ROW EXECUTE FUNCTION refuse_filled_row('remaining');
CREATE TRIGGER holds_begin_empty BEFORE INSERT ON holds FOR EACH ROW EXECUTE FUNCTION refuse_filled_row('amount');
