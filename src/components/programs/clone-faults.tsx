/** Lists why a program could not be created: each fault of its configuration, by its path in the file. */
'use client';
import { FailureNote } from '@/components/ui/failure-note';
import type { RequestFailure } from '@/trpc/failure';

const PLACE = 'configuration.';

/** Leaves out the name, whose fault shows at its field. */
export function CloneFaults({ failure }: { failure: RequestFailure }) {
  const { name, ...others } = failure.fields;
  const faults = Object.entries(others);
  if (faults.length === 0) return name === undefined && <FailureNote failure={failure} />;
  return (
    <>
      <FailureNote failure={{ ...failure, message: 'No program was created, because the configuration has errors.' }} />
      <ul aria-label="What does not fit" className="panel divide-line max-h-48 divide-y overflow-y-auto">
        {faults.map(([path, message]) => (
          <li key={path} className="px-3 py-2">
            <code className="font-mono text-xs break-all">{path.startsWith(PLACE) ? path.slice(PLACE.length) : path}</code>
            <p className="text-danger">{message}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
