/** Queues toasts. The library that draws them loads with the first one, which waits for it. */
import type { ExternalToast, toast as library } from 'sonner';

type Tone = 'success' | 'error';
type Draw = Pick<typeof library, Tone>;
type Message = readonly [tone: Tone, text: string, options?: ExternalToast];

let waiting: readonly Message[] = [];
let draw: Draw | undefined;
const listeners = new Set<() => void>();

function tell(...message: Message): void {
  const [tone, text, options] = message;
  if (draw) return void draw[tone](text, options);
  waiting = [...waiting, message];
  for (const listener of listeners) listener();
}

export const toast = {
  success: (text: string, options?: ExternalToast): void => tell('success', text, options),
  error: (text: string, options?: ExternalToast): void => tell('error', text, options),
};

/** Whether a message is waiting, or the library already draws them. */
export const isWaiting = (): boolean => waiting.length > 0 || draw !== undefined;

export function onWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Draws the waiting messages and all later ones, until the returned function is called. */
export function drawWith(library: Draw): () => void {
  draw = library;
  const said = waiting;
  waiting = [];
  for (const message of said) tell(...message);
  return () => {
    draw = undefined;
  };
}
