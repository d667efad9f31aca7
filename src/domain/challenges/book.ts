/**
 * Holds the progress of the participants of a batch in the challenges that its events can concern; a draft follows what its event changes. A
 * participant's events are decided one after another, so that nobody else changes their progress meanwhile.
 */
import type { Amount } from '@/domain/money';
import type { CompiledChallenge } from './compiled';
import type { ChallengeRecord } from './count';
import { EMPTY_BOOK, type ReferenceBook } from './take-back';
import { EMPTY_TALLY, type RoundPart, type Tally } from './tally';

export interface Completion extends RoundPart {
  readonly id: string;
  readonly status: 'COMPLETED' | 'REVOKED';
  /** How often the part has been reached. */
  readonly attempt: number;
}

/** How far a participant is in a period of a challenge. */
export interface Progress {
  readonly tally: Tally;
  /** Of those that can be revoked: none where nothing takes back. */
  readonly completions: readonly Completion[];
  /** By the time of the events that count. */
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  /** When the first round was completed; null while it is not. */
  readonly completedAt: Date | null;
}

const NO_PROGRESS: Progress = { tally: EMPTY_TALLY, completions: [], firstAt: null, lastAt: null, completedAt: null };

export interface ProgressPlace {
  readonly challengeId: string;
  readonly participantId: string;
  readonly period: string;
}

/** What one event changes of one challenge. */
export interface ChallengeChange {
  readonly challenge: CompiledChallenge;
  readonly participantId: string;
  readonly event: { readonly id: string; readonly timestamp: Date };
  readonly record: ChallengeRecord;
  /** By period. */
  readonly progress: ReadonlyMap<string, ProgressAfter>;
}

export interface ProgressAfter extends Progress {
  readonly rounds: number;
  readonly total: Amount;
  /** Those that the event reached or revoked. */
  readonly changed: readonly Completion[];
}

type Key = `${string}/${string}/${string}`;
export const progressKey = ({ challengeId, participantId, period }: ProgressPlace): Key => `${challengeId}/${participantId}/${period}`;
export const referenceKey = (challengeId: string, participantId: string, reference: string): Key =>
  `${challengeId}/${participantId}/${reference}`;

/** What is known of progress: all that is loaded, or what one draft has changed. */
interface ProgressChanges {
  readonly progress: Map<Key, Progress>;
  readonly references: Map<Key, ReferenceBook>;
}

const noChanges = (): ProgressChanges => ({ progress: new Map(), references: new Map() });

export class ChallengeBook {
  constructor(
    /** Those that can count or take back, by the order of their keys. */
    readonly challenges: readonly CompiledChallenge[],
    private readonly loaded: ProgressChanges = noChanges(),
  ) {}

  progress(place: ProgressPlace): Progress {
    return this.loaded.progress.get(progressKey(place)) ?? NO_PROGRESS;
  }

  under(key: Key): ReferenceBook {
    return this.loaded.references.get(key) ?? EMPTY_BOOK;
  }

  /** Makes what a draft has changed visible to the next one. */
  keep(draft: ProgressDraft): void {
    for (const [key, progress] of draft.changes.progress) this.loaded.progress.set(key, progress);
    for (const [key, book] of draft.changes.references) this.loaded.references.set(key, book);
  }
}

/** The progress as one event sees it, with what the event has changed so far. */
export class ProgressDraft {
  constructor(
    private readonly book: ChallengeBook,
    readonly changes: ProgressChanges = noChanges(),
  ) {}

  copy(): ProgressDraft {
    return new ProgressDraft(this.book, { progress: new Map(this.changes.progress), references: new Map(this.changes.references) });
  }

  progress(place: ProgressPlace): Progress {
    return this.changes.progress.get(progressKey(place)) ?? this.book.progress(place);
  }

  under(challengeId: string, participantId: string, reference: string): ReferenceBook {
    const key = referenceKey(challengeId, participantId, reference);
    return this.changes.references.get(key) ?? this.book.under(key);
  }

  apply({ challenge: { id: challengeId }, participantId, record, event, progress }: ChallengeChange): void {
    for (const [period, after] of progress) this.changes.progress.set(progressKey({ challengeId, participantId, period }), after);
    if (record.reference === null) return;
    const book = this.under(challengeId, participantId, record.reference);
    this.changes.references.set(
      referenceKey(challengeId, participantId, record.reference),
      record.type === 'COUNTED'
        ? { ...book, counted: [...book.counted, record.contribution] }
        : { ...book, takenBack: [...book.takenBack, { eventId: event.id, amount: record.amount }] },
    );
  }
}

/** The book of events that no challenge concerns. */
export const noChallenges = (): ChallengeBook => new ChallengeBook([]);
