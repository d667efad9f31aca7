/** Copies text to the clipboard and confirms it. */
'use client';
import { toast } from './toast';

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`${what} copied`);
  } catch {
    toast.error('The browser did not allow copying; select the text and copy it manually.');
  }
}
