/** Declares the exports: each answers with one file, written as fast as its rows are read. */
import {
  EventExport,
  ExportEvents,
  ExportJournalEntries,
  ExportParticipants,
  ExportRedemptions,
  JournalEntryExport,
  ParticipantExport,
  RedemptionExport,
} from '@/contract/export';
import { ChallengeCompletionExport, ExportChallengeCompletions } from '@/contract/challenge-progress';
import { CodeExport, ExportCodes } from '@/contract/code';
import { ExportLeaderboardRanks, LeaderboardRank } from '@/contract/leaderboard-rank';
import { ExportNotices, NoticeExport } from '@/contract/notice';
import { ExportReferrals, ReferralExport } from '@/contract/referral';
import { NoInput } from '@/contract/ledger';
import { csvExport, csvFile, FilePieces } from '@/server/api/csv-export';
import { presentCompletion } from '@/server/api/present/challenge';
import { presentCode } from '@/server/api/present/code';
import { exportEvent, exportJournalEntry, exportParticipant, exportRedemption } from '@/server/api/present/export';
import { presentLeaderboardRank } from '@/server/api/present/leaderboard';
import { exportNotice } from '@/server/api/present/notice';
import { presentReferral } from '@/server/api/present/referral';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { organizationClock } from '@/server/platform/context';
import { everyCompletion } from '@/server/services/challenges/challenge-progress';
import { everyCode } from '@/server/services/codes/get-code';
import { everyEvent } from '@/server/services/events/events';
import { everyJournalEntry } from '@/server/services/ledger/entries';
import { everyRank } from '@/server/services/leaderboards/read-ranks';
import { exportLedger } from '@/server/services/ledger/export-ledger';
import { everyNotice } from '@/server/services/notices/get-notice';
import { everyParticipant } from '@/server/services/participants/participants';
import { everyReferral } from '@/server/services/referrals/referrals';
import { everyRedemption } from '@/server/services/redemptions/redemptions';

export const exportsRouter = router({
  challengeCompletions: organizationProcedure
    .meta(csvExport('challenge-completions', ChallengeCompletionExport))
    .input(ExportChallengeCompletions)
    .output(FilePieces)
    .query(({ ctx, input }) => csvFile(ChallengeCompletionExport, everyCompletion(ctx, input), presentCompletion)),

  codes: organizationProcedure
    .meta(csvExport('codes', CodeExport, '/v1/codes'))
    .input(ExportCodes)
    .output(FilePieces)
    .query(({ ctx, input }) => csvFile(CodeExport, everyCode(ctx, input), presentCode)),

  events: organizationProcedure
    .meta(csvExport('events', EventExport))
    .input(ExportEvents)
    .output(FilePieces)
    .query(({ ctx, input }) => csvFile(EventExport, everyEvent(ctx, input), exportEvent)),

  journalEntries: organizationProcedure
    .meta(csvExport('journal-entries', JournalEntryExport))
    .input(ExportJournalEntries)
    .output(FilePieces)
    .query(({ ctx, input }) => csvFile(JournalEntryExport, everyJournalEntry(ctx, input), exportJournalEntry)),

  leaderboardRanks: organizationProcedure
    .meta(csvExport('leaderboard-ranks', LeaderboardRank, '/v1/leaderboards/{id}/ranks'))
    .input(ExportLeaderboardRanks)
    .output(FilePieces)
    .query(({ ctx, input }) => csvFile(LeaderboardRank, everyRank(ctx, input), presentLeaderboardRank)),

  ledger: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/exports/ledger.ndjson',
        summary: 'Export the sealed ledger, to be verified anywhere',
        description:
          'One JSON object per line, with its kind in `record`: `LEDGER` first; each `PUBLIC_KEY` and `CHECKPOINT`; every journal entry as `ENTRY` in the order in which they are sealed, with its postings, its lot postings, the lots it created, `position` and `entry_hash`, and after those that one seal covers its `SEAL`, with `first_position`, the number of `entries`, their Merkle `root`, the `previous_hash` and the `seal_hash`; `END` last, so that you notice a truncated file. Everything committed before the export is sealed and signed first. `npm run verify-ledger -- ledger.ndjson` recomputes all of it without the service.',
        file: { type: 'application/x-ndjson; charset=utf-8', name: 'ledger.ndjson' },
        errors: [],
      }),
    )
    .input(NoInput)
    .output(FilePieces)
    .query(({ ctx }) => exportLedger(ctx, organizationClock(0))),

  notices: organizationProcedure
    .meta(csvExport('notices', NoticeExport))
    .input(ExportNotices)
    .output(FilePieces)
    .query(({ ctx, input }) => csvFile(NoticeExport, everyNotice(ctx, input), exportNotice)),

  participants: organizationProcedure
    .meta(csvExport('participants', ParticipantExport))
    .input(ExportParticipants)
    .output(FilePieces)
    .query(({ ctx, input }) => csvFile(ParticipantExport, everyParticipant(ctx, input), exportParticipant)),

  redemptions: organizationProcedure
    .meta(csvExport('redemptions', RedemptionExport))
    .input(ExportRedemptions)
    .output(FilePieces)
    .query(({ ctx, input }) => csvFile(RedemptionExport, everyRedemption(ctx, input), exportRedemption)),

  referrals: organizationProcedure
    .meta(csvExport('referrals', ReferralExport))
    .input(ExportReferrals)
    .output(FilePieces)
    .query(({ ctx, input }) => csvFile(ReferralExport, everyReferral(ctx, input), presentReferral)),
});
