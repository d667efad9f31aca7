/** A message that something is done, which for some seconds offers to take it back. */
import { toast } from './toast';
import { failureOf } from '@/trpc/failure';

const OFFERED_MS = 8_000;

/** @param undo puts back what was before; when it is refused, the reason is said. */
export function offerUndo(message: string, undo: () => Promise<unknown>): void {
  toast.success(message, {
    duration: OFFERED_MS,
    action: {
      label: 'Undo',
      onClick: () => {
        undo().then(
          () => toast.success('Taken back.'),
          (error: unknown) => toast.error(failureOf(error).message),
        );
      },
    },
  });
}
