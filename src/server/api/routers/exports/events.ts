import { ExportEvents, EventExport } from '@/contract/export';
import { csvExport, csvFile, FilePieces } from '@/server/api/csv-export';
import { exportEvent } from '@/server/api/present/export';
import { organizationProcedure } from '@/server/api/trpc';
import { everyEvent } from '@/server/services/events/get-event';

export const exportEventsRoute = organizationProcedure
  .meta(csvExport('events', EventExport))
  .input(ExportEvents)
  .output(FilePieces)
  .query(({ ctx, input }) => csvFile(EventExport, everyEvent(ctx, input), exportEvent));
