/** What a dialog that creates or edits a record does once it is saved, and how its two requests stand. */
import { failureOf } from '@/trpc/failure';

interface Saved<Row> {
  readonly onClose: () => void;
  readonly onSaved?: ((saved: Row) => void) | undefined;
}

/** Options of both requests. @param refresh brings up to date what shows such records. */
export const onceSaved = <Row>(refresh: () => unknown, { onClose, onSaved }: Saved<Row>) => ({
  onSuccess: (saved: Row): void => {
    refresh();
    onSaved?.(saved);
    onClose();
  },
});

interface Request {
  readonly error: unknown;
  readonly isPending: boolean;
}

export function createOrUpdate<Create extends Request, Update extends Request>(create: Create, update: Update) {
  const error = create.error ?? update.error;
  return { create, update, isPending: create.isPending || update.isPending, failure: error ? failureOf(error) : null };
}
