/** Prints a few lines of text by themselves, without the page around them. Browser only. */
import { present } from '@/domain/assert';

export function printText(title: string, text: string): void {
  const frame = Object.assign(document.createElement('iframe'), { title, tabIndex: -1 });
  frame.style.display = 'none';
  document.body.append(frame);
  const page = present(frame.contentDocument, 'a frame in the page without an address has an empty document');
  const view = present(frame.contentWindow, 'a frame in the page has a window');
  const heading = Object.assign(page.createElement('h1'), { textContent: title });
  const lines = Object.assign(page.createElement('pre'), { textContent: text });
  page.body.append(heading, lines);
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}
