/** Defines faults planted in a simulated service's statements, each of which the simulation must detect to prove that it can. */
export interface Plant {
  /** What the service does wrong with this fault. */
  readonly meaning: string;
  /** Replacements applied to each statement. */
  readonly edits: readonly (readonly [RegExp, string])[];
}

const EVENT_LOCK = [/pg_try_advisory_xact_lock\(hashtextextended\('events\/' \|\| \$1::text, 0\)\)/, '$$1::text IS NOT NULL'] as const;

export const PLANTS: Readonly<Record<string, Plant>> = {
  'lost-commit': { meaning: 'what was acknowledged is not kept', edits: [[/^COMMIT$/, 'ROLLBACK']] },
  'no-record': {
    meaning: 'what is sent again under its key is done again',
    edits: [
      [/AND record\.key = wanted\.key/, '$& AND false'],
      [
        /ON CONFLICT \(organization_id, scope_id, key\) DO UPDATE[^]*RETURNING 1/,
        'ON CONFLICT (organization_id, scope_id, key) DO UPDATE SET key = EXCLUDED.key RETURNING 1',
      ],
    ],
  },
  'redemption-lock': { meaning: 'a redemption that is decided on is not locked', edits: [[/FOR NO KEY UPDATE OF r$/, '']] },
  'event-claim': {
    meaning: 'an event that one worker has under way is taken on by another',
    edits: [EVENT_LOCK, [/(INSERT INTO event_outcomes[^]*evaluations FROM finished)$/, '$1 ON CONFLICT DO NOTHING']],
  },
};

export const planted =
  ({ edits }: Plant) =>
  (statement: string): string =>
    edits.reduce((text, [replaced, by]) => text.replace(replaced, by), statement);
