import { ExportParticipants, ParticipantExport } from '@/contract/export';
import { csvExport, csvFile, FilePieces } from '@/server/api/csv-export';
import { exportParticipant } from '@/server/api/present/export';
import { organizationProcedure } from '@/server/api/trpc';
import { everyParticipant } from '@/server/services/participants/get-participant';

export const exportParticipantsRoute = organizationProcedure
  .meta(csvExport('participants', ParticipantExport))
  .input(ExportParticipants)
  .output(FilePieces)
  .query(({ ctx, input }) => csvFile(ParticipantExport, everyParticipant(ctx, input), exportParticipant));
