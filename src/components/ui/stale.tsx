/** Marks data that could not be refreshed, so that old numbers never pass for new ones. */
import { failureOf } from '@/trpc/failure';

interface StaleProps {
  query: { readonly data: unknown; readonly error: unknown };
}

export const Stale = ({ query: { data, error } }: StaleProps) =>
  data !== undefined && error ? (
    <span role="status" className="text-danger text-xs">
      {' '}
      Not up to date: {failureOf(error).message}
    </span>
  ) : null;
