/** Defers work until the user interacts with the page, then does it piece by piece while the browser is idle. */

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
type Work = () => unknown;

const waiting: Work[] = [];
let present = false;
let listening = false;

/** Safari lacks idle callbacks. */
const whenIdle = (work: Work): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 1);
};

function workOn(): void {
  const next = waiting.shift();
  if (!next) return;
  next();
  if (waiting.length > 0) whenIdle(workOn);
}

function begin(): void {
  present = true;
  for (const sign of SIGNS) window.removeEventListener(sign, begin, { capture: true });
  whenIdle(workOn);
}

/** Does `work` after the first sign of a user; never on the server. */
export function afterFirstInteraction(work: Work): void {
  if (typeof window === 'undefined') return;
  waiting.push(work);
  if (present) whenIdle(workOn);
  else if (!listening) {
    listening = true;
    for (const sign of SIGNS) window.addEventListener(sign, begin, { capture: true, passive: true });
  }
}
