/** Builds the dashboard's URL of a list as a file, with the filters that select its rows. */

/** The procedure that answers with the file. */
export type ExportFile =
  | `exports.${'participants' | 'journalEntries' | 'events' | 'redemptions' | 'codes' | 'ledger'}`
  | `reports.${'trialBalance' | 'rollForward' | 'expirationSchedule' | 'rulePerformance' | 'redemptions' | 'programActivity'}`
  | `ledgerPeriods.${'figures' | 'trialBalance'}`
  | 'auditLog.list'
  | 'codeImports.refused'
  | 'logs.list'
  | 'corrections.lines';

/** @param matching the list's filters, by the API's names. */
export function exportAddress(file: ExportFile, matching: Readonly<Record<string, unknown>> = {}): string {
  const input = JSON.stringify(matching);
  return input === '{}' ? `/api/files/${file}` : `/api/files/${file}?input=${encodeURIComponent(input)}`;
}
