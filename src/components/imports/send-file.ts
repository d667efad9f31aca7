/** Uploads a file straight from disk to a procedure that takes one. Browser only. */
import { Refusal } from '@/trpc/failure';

/**
 * @param address of the procedure, which answers with an `Answer`.
 * @param key the idempotency key of the upload.
 * @throws Refusal in the words of the API.
 */
export async function sendFile<Answer extends object>(address: string, file: Blob, settings: object, key: string): Promise<Answer> {
  const headers = { 'Content-Type': 'text/csv', 'Idempotency-Key': key };
  const input = encodeURIComponent(JSON.stringify(settings));
  const answer = await fetch(`${address}?input=${input}`, { method: 'POST', headers, body: file }).catch(() => null);
  if (!answer) throw new Refusal('The file could not be sent. Check your connection and that the file was not moved, then try again.');
  // The service answers as the procedure declares, or with a failure, which has a message.
  const body = (await answer.json().catch(() => ({ message: 'The service gave no readable response; try again.' }))) as
    Answer | { message: string };
  if ('message' in body) throw new Refusal(body.message);
  return body;
}

/** What an import is called after its file. */
export const importedName = (file: File): string => file.name.slice(0, 255);
