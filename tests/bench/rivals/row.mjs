// The one row that a bare server writes or reads for each request, or the one posting that it makes.
import pg from 'pg';

export const TABLES = `
  DROP TABLE IF EXISTS raw_events, raw_balances;
  CREATE TABLE raw_events (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), body json NOT NULL);
  CREATE TABLE raw_balances (id int PRIMARY KEY, available numeric(78, 18) NOT NULL);
  INSERT INTO raw_balances SELECT n, 12.5 FROM generate_series(0, 4999) AS n`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

export async function insertRow(body) {
  const { rows } = await pool.query({
    name: 'insert',
    text: 'INSERT INTO raw_events (body) VALUES ($1) RETURNING id',
    values: [JSON.stringify(body)],
  });
  return rows[0];
}

export async function readRow(id) {
  const { rows } = await pool.query({ name: 'read', text: 'SELECT id, available FROM raw_balances WHERE id = $1', values: [id] });
  return rows[0];
}

/** The minimal double-entry posting of posting.sql, for a member by number. */
export async function post({ external_id }) {
  const { rows } = await pool.query({
    name: 'post',
    text: 'SELECT raw_post($1, 5) AS available',
    values: [Number(external_id.replace('member-', ''))],
  });
  return rows[0];
}
