/** Prints a few lines of text by themselves, without the page around them. Browser only. */
export function printText(title: string, text: string): void {
  const frame = Object.assign(document.createElement('iframe'), { title, tabIndex: -1 });
  frame.style.display = 'none';
  document.body.append(frame);
  const page = frame.contentDocument!;
  const heading = Object.assign(page.createElement('h1'), { textContent: title });
  const lines = Object.assign(page.createElement('pre'), { textContent: text });
  page.body.append(heading, lines);
  frame.contentWindow!.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow!.print();
}
