/** Writes rows as a busy service of the kept release does, with its statements, while another process upgrades the database. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { newIdAt } from '@/server/ids';
import type { KeptWriter } from './kept';

const ENTRY = `
  INSERT INTO journal_entries (organization_id, created_at, id, program_id, type, description, account_types, accounts, assets, buckets, amounts)
  VALUES ($1, $6, $5, $2, 'CREDIT', 'Written meanwhile', ARRAY['SYSTEM_ISSUANCE', 'PARTICIPANT'], ARRAY[$2, $4]::uuid[], ARRAY[$3, $3]::uuid[],
    ARRAY[NULL, 'AVAILABLE'], ARRAY[-1, 1])`;

const PARTICIPANT = `
  INSERT INTO participants (organization_id, id, external_id, email, created_at, updated_at)
  VALUES ($1, $2, $2::uuid::text, $2::uuid::text || '@example.com', now(), now())`;

const RENAMING = 'UPDATE participants SET display_name = $2, updated_at = now() WHERE id = $1';

export interface Written {
  readonly entries: number;
  /** Duration of the slowest statement. */
  readonly longestMs: number;
  /** Errors of failed statements. */
  readonly failures: readonly string[];
}

export class Writer {
  private isOver = false;
  private entries = 0;
  private longestMs = 0;
  private readonly failures: string[] = [];
  private readonly done: Promise<void>;

  constructor(
    url: string,
    private readonly rows: KeptWriter,
  ) {
    this.done = this.write(new pg.Client({ connectionString: url }));
  }

  async stop(): Promise<Written> {
    this.isOver = true;
    await this.done;
    const { entries, longestMs, failures } = this;
    return { entries, longestMs, failures };
  }

  private async write(client: pg.Client): Promise<void> {
    await client.connect();
    const { organization_id, program_id, asset_id, participant_id } = this.rows;
    const statement = async (sql: string, values: readonly unknown[]): Promise<void> => {
      const begun = performance.now();
      await client.query(sql, [...values]).catch((error: Error) => this.failures.push(error.message));
      this.longestMs = Math.max(this.longestMs, performance.now() - begun);
    };
    while (!this.isOver) {
      const made = randomUUID();
      await statement(PARTICIPANT, [organization_id, made]);
      await statement(RENAMING, [made, 'Ada']);
      const now = new Date();
      await statement(ENTRY, [organization_id, program_id, asset_id, participant_id, newIdAt(now), now]);
      this.entries += 1;
    }
    await client.end();
  }
}
