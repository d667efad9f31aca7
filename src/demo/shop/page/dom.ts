/** The few steps with which the page of the shop changes its own markup. */

/** @throws Error for an id that the markup does not have. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no such element: ${id}`);
  return found;
}

export const show = (id: string, text: string): void => void (byId(id, HTMLElement).textContent = text);

export const fill = (id: string, children: readonly (Node | string)[]): void => byId(id, HTMLElement).replaceChildren(...children);

/** Text is never read as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export function button(label: string, onPress: () => unknown, isMain = false): HTMLButtonElement {
  const made = element('button', { type: 'button', className: isMain ? 'main' : '' }, label);
  made.addEventListener('click', onPress);
  return made;
}

/** A labelled number of pieces, with what is said beside it. */
export function quantityRow(id: string, label: string, beside: string, settings: { value?: number; max?: number } = {}): HTMLElement {
  const { value = 0, max = 99 } = settings;
  const field = element('input', { id, type: 'number', min: '0', max: String(max), step: '1', value: String(value) });
  const name = element('label', { htmlFor: id }, label);
  return element('div', { className: 'row' }, name, element('span', { className: 'price' }, beside), field);
}

/** What the fields of these ids say; an empty or impossible one counts as none. */
export function quantities(ids: readonly (readonly [id: string, key: string])[]): Record<string, number> {
  return Object.fromEntries(
    ids.map(([id, key]) => {
      const { valueAsNumber, validity } = byId(id, HTMLInputElement);
      return [key, validity.valid && Number.isSafeInteger(valueAsNumber) ? valueAsNumber : 0];
    }),
  );
}
