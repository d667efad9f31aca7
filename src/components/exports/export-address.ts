/** Builds the dashboard's URL of each export, with the filters that select its rows. */

export type ExportFile = 'participants' | 'journalEntries' | 'events' | 'redemptions' | 'ledger';

/** @param matching the list's filters, by the API's names. */
export function exportAddress(file: ExportFile, matching: Readonly<Record<string, unknown>> = {}): string {
  const input = JSON.stringify(matching);
  return input === '{}' ? `/api/exports/${file}` : `/api/exports/${file}?input=${encodeURIComponent(input)}`;
}
