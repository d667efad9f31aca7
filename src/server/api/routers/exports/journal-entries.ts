import { ExportJournalEntries, JournalEntryExport } from '@/contract/export';
import { csvExport, csvFile, FilePieces } from '@/server/api/csv-export';
import { exportJournalEntry } from '@/server/api/present/export';
import { organizationProcedure } from '@/server/api/trpc';
import { everyJournalEntry } from '@/server/services/journal/get-journal-entry';

export const exportJournalEntriesRoute = organizationProcedure
  .meta(csvExport('journal-entries', JournalEntryExport))
  .input(ExportJournalEntries)
  .output(FilePieces)
  .query(({ ctx, input }) => csvFile(JournalEntryExport, everyJournalEntry(ctx, input), exportJournalEntry));
