import { ExportRedemptions, RedemptionExport } from '@/contract/export';
import { csvExport, csvFile, FilePieces } from '@/server/api/csv-export';
import { exportRedemption } from '@/server/api/present/export';
import { organizationProcedure } from '@/server/api/trpc';
import { everyRedemption } from '@/server/services/redemptions/get-redemption';

export const exportRedemptionsRoute = organizationProcedure
  .meta(csvExport('redemptions', RedemptionExport))
  .input(ExportRedemptions)
  .output(FilePieces)
  .query(({ ctx, input }) => csvFile(RedemptionExport, everyRedemption(ctx, input), exportRedemption));
