/** Where the dashboard has each export, with the filters that say what is in it. */

export type ExportFile = 'participants' | 'journalEntries' | 'events' | 'redemptions' | 'ledger';

/** @param matching the filters of the list, by the API's names. */
export function exportAddress(file: ExportFile, matching: Readonly<Record<string, unknown>> = {}): string {
  const input = JSON.stringify(matching);
  return input === '{}' ? `/api/exports/${file}` : `/api/exports/${file}?input=${encodeURIComponent(input)}`;
}
