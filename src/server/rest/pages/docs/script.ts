/**
 * Holds the only script of the documentation: copy buttons, the reader's choice of colours and language, search as you type. Every page is
 * complete without it. It is inlined in the page, and the content security policy allows it by its hash.
 */
import { createHash } from 'node:crypto';

/** Runs before anything is painted: applies the colour scheme chosen in the dashboard. */
const COLOURS = `const chosen = (() => { try { return localStorage.getItem('theme'); } catch { return null; } })();
if (chosen === 'dark' || chosen === 'light') document.documentElement.classList.add(chosen);`;

const REST = `addEventListener('DOMContentLoaded', () => {
  const said = document.querySelector('[role=status]');
  // Browsers give it to secure pages alone.
  for (const code of navigator.clipboard ? document.querySelectorAll('.code') : []) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copy', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      const shown = [...code.querySelectorAll('pre')].find((pre) => pre.offsetParent !== null);
      await navigator.clipboard.writeText(shown.textContent);
      button.textContent = 'Copied';
      said.textContent = 'The code was copied.';
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
    code.append(button);
  }
  const remembered = (() => { try { return localStorage.getItem('docs-language'); } catch { return null; } })();
  const pick = (language) => { for (const input of document.querySelectorAll('.tabs .pick-' + language)) input.checked = true; };
  if (/^[a-z]+$/.test(remembered ?? '')) pick(remembered);
  document.addEventListener('change', ({ target }) => {
    const language = /^pick-([a-z]+)$/.exec(target.className)?.[1];
    if (!language) return;
    pick(language);
    try { localStorage.setItem('docs-language', language); } catch {}
  });
  const colours = document.querySelector('#colours');
  colours.hidden = false;
  colours.addEventListener('click', () => {
    const list = document.documentElement.classList;
    const dark = list.contains('dark') || (!list.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches);
    list.remove('dark', 'light');
    list.add(dark ? 'light' : 'dark');
    try { localStorage.setItem('theme', dark ? 'light' : 'dark'); } catch {}
  });
  const search = document.querySelector('input[type=search]');
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    search.focus();
  });
  if (!document.querySelector('#found')) return;
  let latest = 0;
  search.addEventListener('input', async () => {
    const mine = (latest += 1);
    const answer = await fetch('/docs/search?q=' + encodeURIComponent(search.value));
    const text = await answer.text();
    if (mine !== latest) return;
    document.querySelector('#found').replaceWith(new DOMParser().parseFromString(text, 'text/html').querySelector('#found'));
    history.replaceState(null, '', '/docs/search?q=' + encodeURIComponent(search.value));
  });
});`;

export const SCRIPT = `${COLOURS}\n${REST}`;

/** For the page's Content-Security-Policy. */
export const SCRIPT_HASH = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;
