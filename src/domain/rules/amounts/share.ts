/** Reads the share of a TAKE_BACK as a choice and writes it; what is no choice stays a template. */

/** Which part of what was earned is taken back. */
export type ShareChoice =
  | { readonly kind: 'all' }
  /** One field of the event divided by another, each as its path below `event`: `refunded` of `order.total`. */
  | { readonly kind: 'ratio'; readonly part: string; readonly whole: string };

export const WHOLE_SHARE = '1';

const PATH = String.raw`event\.([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)`;
const RATIO = new RegExp(String.raw`^\{\{ ${PATH} / ${PATH} \}\}$`);

/** The choice that says exactly the same, or null for a template that none says. */
export function shareChoiceOf(template: string): ShareChoice | null {
  if (template === WHOLE_SHARE) return { kind: 'all' };
  const [, part, whole] = RATIO.exec(template) ?? [];
  return part !== undefined && whole !== undefined ? { kind: 'ratio', part, whole } : null;
}

export const shareTemplateOf = (choice: ShareChoice): string =>
  choice.kind === 'all' ? WHOLE_SHARE : `{{ event.${choice.part} / event.${choice.whole} }}`;
