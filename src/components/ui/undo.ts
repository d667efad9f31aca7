/** Shows a success toast that offers to undo the action for a few seconds. */
import { toast } from './toast';
import { failureOf } from '@/trpc/failure';

const OFFERED_MS = 8_000;

/** @param undo restores the previous state; if it is refused, the reason is shown. */
export function offerUndo(message: string, undo: () => Promise<unknown>): void {
  toast.success(message, {
    duration: OFFERED_MS,
    action: {
      label: 'Undo',
      onClick: () => {
        undo().then(
          () => toast.success('Undone.'),
          (error: unknown) => toast.error(failureOf(error).message),
        );
      },
    },
  });
}
