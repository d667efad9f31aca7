/** Uploads a file for import, straight from disk. Browser only. */
import type { Import, ImportParticipants } from '@/contract/import';
import { Refusal } from '@/trpc/failure';

type ImportSettings = Omit<ImportParticipants, 'file_name'>;

/** @param key the idempotency key of the upload. @throws Refusal in the words of the API. */
export async function sendFile(file: File, settings: ImportSettings, key: string): Promise<Import> {
  const input = encodeURIComponent(JSON.stringify({ ...settings, file_name: file.name.slice(0, 255) }));
  const headers = { 'Content-Type': 'text/csv', 'Idempotency-Key': key };
  const answer = await fetch(`/api/imports/participants?input=${input}`, { method: 'POST', headers, body: file }).catch(() => null);
  if (!answer) throw new Refusal('The file could not be sent. Check your connection and that the file was not moved, then try again.');
  // The service answers with an import, or with a failure, which has a message.
  const body = (await answer.json().catch(() => ({ message: 'The service gave no readable response; try again.' }))) as
    Import | { message: string };
  if ('message' in body) throw new Refusal(body.message);
  return body;
}
