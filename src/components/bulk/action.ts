/** What can be done with many rows of a list at once, as the list declares it. */
import type { ComponentType } from 'react';
import type { GatheredPage } from './gather';

export type Typed = Readonly<Record<string, string>>;

export interface BulkFieldsProps {
  value: Typed;
  onChange: (value: Typed) => void;
}

export interface BulkAction<Row> {
  /** What the button says, such as `Suspend`. */
  readonly verb: string;
  /** What a row is then, such as `suspended`. */
  readonly done: string;
  readonly dangerous?: boolean;
  /** Which rows it can be done with, and what is said of the others. */
  readonly offered?: { readonly to: (row: Row) => boolean; readonly others: string };
  /** What will happen, in a sentence with numbers. */
  readonly consequence: (rows: readonly Row[], typed: Typed) => string;
  /** What has to be known first. */
  readonly asks?: {
    readonly initial: Typed;
    readonly Fields: ComponentType<BulkFieldsProps>;
    /** Whether enough is filled in to begin. */
    readonly ready: (typed: Typed) => boolean;
  };
  /**
   * The same call that does it to one row.
   * @param key stays the same when a row is tried again, so that nothing is moved twice.
   */
  readonly act: (row: Row, typed: Typed, key: string) => Promise<unknown>;
}

export interface Bulk<Row> {
  /** What a row is, one and many. */
  readonly noun: readonly [one: string, many: string];
  readonly idOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** Where the record is; absent where it has no page of its own. */
  readonly pathOf?: (row: Row) => string;
  readonly actions: readonly BulkAction<Row>[];
  /** Shows anew whatever may have changed. */
  readonly refresh: () => void;
  /** A page of all that match the filters, of lists of which all can be chosen. */
  readonly pageAt?: (cursor: string | undefined) => Promise<GatheredPage<Row>>;
}

const digits = new Intl.NumberFormat('en');

/** "1 participant", "1,000 participants". */
export const counted = (count: number, [one, many]: Bulk<never>['noun']): string => `${digits.format(count)} ${count === 1 ? one : many}`;
