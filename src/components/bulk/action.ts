/** Declares what can be done with many rows of a list at once. */
import type { ComponentType } from 'react';
import type { GatheredPage } from './gather';

export type Typed = Readonly<Record<string, string>>;

export interface BulkFieldsProps {
  value: Typed;
  onChange: (value: Typed) => void;
}

interface BulkInput {
  readonly initial: Typed;
  readonly Fields: ComponentType<BulkFieldsProps>;
  /** Whether enough is filled in to start. */
  readonly ready: (typed: Typed) => boolean;
}

export interface BulkAction<Row> {
  /** The button's label, such as `Suspend`. */
  readonly verb: string;
  /** The word between the verb and the rows, such as `to` in “Give to 3”. */
  readonly joint?: 'to' | 'from';
  /** The dismissing button's label, where “Cancel” could be taken for the action. */
  readonly refuse?: string;
  /** The state of a row afterwards, such as `suspended`. */
  readonly done: string;
  readonly dangerous?: boolean;
  /** The rows it applies to, and what to say of the others. */
  readonly offered?: { readonly to: (row: Row) => boolean; readonly others: string };
  /** The consequence, in a sentence with numbers. */
  readonly consequence: (rows: readonly Row[], typed: Typed) => string;
  /** The input it needs first. */
  readonly asks?: BulkInput;
  /** What lets rows pass all the same that were refused with a code; asked for once such a row is refused, for all of them together. */
  readonly override?: BulkInput & {
    readonly code: string;
    /** Why they were refused, and what can be done, in a sentence. */
    readonly refusal: (rows: number) => string;
  };
  /**
   * The same call that the row's own page makes.
   * @param key the idempotency key, kept when a row is retried, so that nothing moves twice.
   */
  readonly act: (row: Row, typed: Typed, key: string) => Promise<unknown>;
}

export interface Bulk<Row> {
  /** The noun for a row, singular and plural. */
  readonly noun: readonly [one: string, many: string];
  readonly idOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** The record's path; absent where it has no page of its own. */
  readonly pathOf?: (row: Row) => string;
  readonly actions: readonly BulkAction<Row>[];
  /** Refreshes whatever may have changed. */
  readonly refresh: () => void;
  /** Fetches a page of the rows that match the filters; only for lists that allow selecting all matches. */
  readonly pageAt?: (cursor: string | undefined) => Promise<GatheredPage<Row>>;
}

const digits = new Intl.NumberFormat('en');

/** "1 participant", "1,000 participants". */
export const counted = (count: number, [one, many]: Bulk<never>['noun']): string => `${digits.format(count)} ${count === 1 ? one : many}`;
