/** Shows fields before and after, one above the other. */
import type { ReactNode } from 'react';

interface FieldChange {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '—' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** @param only the side to show, where the other does not exist. */
export const FieldChanges = ({ changes, only }: { changes: readonly FieldChange[]; only?: 'before' | 'after' }) => (
  <dl className="mt-2 flex flex-col gap-2">
    {changes.map(({ field, before, after }) => (
      <div key={field}>
        <dt className="text-ink-soft text-xs">{field}</dt>
        {only !== 'after' && (
          <Side mark="−" name="Before" className="bg-danger-soft">
            {textOf(before)}
          </Side>
        )}
        {only !== 'before' && (
          <Side mark="+" name="After" className="bg-success-soft">
            {textOf(after)}
          </Side>
        )}
      </div>
    ))}
  </dl>
);

const Side = ({ mark, name, className, children }: { mark: string; name: string; className: string; children: ReactNode }) => (
  <dd className={`${className} flex gap-2 px-2 py-1 font-mono text-xs break-all whitespace-pre-wrap`}>
    <span aria-hidden>{mark}</span>
    <span className="sr-only">{name}:</span>
    <span>{children}</span>
  </dd>
);
