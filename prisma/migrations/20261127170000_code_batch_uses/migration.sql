-- Uses that stand of a batch that has no limit in all, in shares: those who use its codes at the same time seldom wait for one another.
CREATE TABLE code_batch_uses (
  organization_id uuid NOT NULL,
  batch_id        uuid NOT NULL,
  share           smallint NOT NULL CHECK (share BETWEEN 0 AND 15),
  -- Below zero where more uses were given back through a share than were counted in it.
  uses            bigint NOT NULL DEFAULT 0,
  FOREIGN KEY (organization_id, batch_id) REFERENCES code_batches (organization_id, id)
) WITH (fillfactor = 20);
ALTER TABLE code_batch_uses ADD PRIMARY KEY (organization_id, batch_id, share);

INSERT INTO code_batch_uses (organization_id, batch_id, share)
SELECT organization_id, id, share FROM code_batches CROSS JOIN generate_series(0, 15) AS share WHERE max_total IS NULL;
