/** Work that can wait until somebody uses the page, and is then done a piece at a time whenever the browser has nothing else to do. */

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
type Work = () => unknown;

const waiting: Work[] = [];
let present = false;
let listening = false;

/** Safari has no idle callbacks. */
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

/** Does `work` once there is a sign of somebody; on the server, never. */
export function whenPresent(work: Work): void {
  if (typeof window === 'undefined') return;
  waiting.push(work);
  if (present) whenIdle(workOn);
  else if (!listening) {
    listening = true;
    for (const sign of SIGNS) window.addEventListener(sign, begin, { capture: true, passive: true });
  }
}
