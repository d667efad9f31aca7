/** Declares the procedures on settings of notices. */
import { z } from 'zod';
import { NoticePreview, PreviewNotices } from '@/contract/notice-preview';
import {
  CreateNoticeSetting,
  ListNoticeSettings,
  NoticeSetting,
  NoticeSettingEffect,
  NoticeSettingPage,
  NoticeSettingPath,
  UpdateNoticeSetting,
} from '@/contract/notice-setting';
import { presentNoticePreview, presentNoticeSetting, presentNoticeSettingEffect } from '@/server/api/present/notice';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import {
  archiveNoticeSetting,
  createNoticeSetting,
  getNoticeSetting,
  getNoticeSettingEffect,
  listNoticeSettings,
  updateNoticeSetting,
} from '@/server/services/notices/settings';
import { previewNotices } from '@/server/services/notices/preview-notices';

const tags = ['notices'];
const PROGRAM = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d02';
const TERMS = { kind: 'VALUE_EXPIRES', days_before: 7 };

export const noticeSettingsRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/notice-settings',
        summary: 'Create a setting of notices',
        description:
          'A setting tells participants of one kind of thing in time: each notice is a SYSTEM event about the participant, which rules can answer, and a webhook `notice.sent`. Causes are looked for at the start of each day of the program, and those of reservations to the minute. Value that already expires, levels that already end and reservations that already run out within the time of the terms are told once at the start; of other kinds, only what comes about from then on.',
        status: 201,
        location: '/v1/notice-settings/{id}',
        idempotency: 'replay',
        example: { program_id: PROGRAM, key: 'expiring-points', name: 'Your points expire', terms: TERMS },
        tags,
        errors: [404, 409],
      }),
    )
    .input(CreateNoticeSetting)
    .output(NoticeSetting)
    .mutation(({ ctx, input }) =>
      replay(ctx, 'noticeSettings.create', input, (tx) => createNoticeSetting(ctx, tx, input).then(presentNoticeSetting)),
    ),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/notice-settings',
        summary: 'List settings of notices',
        description: '`search` matches name and key.',
        tags,
        errors: [],
      }),
    )
    .input(ListNoticeSettings)
    .output(NoticeSettingPage)
    .query(async ({ ctx, input }) => presentPage(await listNoticeSettings(ctx, input), presentNoticeSetting)),

  preview: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/notice-settings/preview',
        summary: 'Preview notices',
        description: 'How many notices a setting would send, to whom, and what they would say. Nothing is stored and no event is made.',
        example: { program_id: PROGRAM, terms: TERMS },
        tags,
        errors: [404],
      }),
    )
    .input(PreviewNotices)
    .output(NoticePreview)
    .query(({ ctx, input }) => previewNotices(ctx, input).then(presentNoticePreview)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/notice-settings/{id}',
        summary: 'Read a setting of notices',
        description: 'With what it tells whom in plain words, and when there is something to do for it next.',
        tags,
        errors: [404],
      }),
    )
    .input(NoticeSettingPath)
    .output(NoticeSetting)
    .query(({ ctx, input }) => getNoticeSetting(ctx, input.id).then(presentNoticeSetting)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/notice-settings/{id}',
        summary: 'Change, pause or archive a setting of notices',
        description:
          'Fields that you leave out stay unchanged. A setting that is resumed, or whose terms change, begins anew; what it has told of stays told. What falls due during a pause is not sent.',
        tags,
        errors: [404],
      }),
    )
    .input(UpdateNoticeSetting)
    .output(NoticeSetting)
    .mutation(({ ctx, input }) => updateNoticeSetting(ctx, input).then(presentNoticeSetting)),

  archive: organizationProcedure
    .meta(
      route({
        method: 'DELETE',
        path: '/v1/notice-settings/{id}',
        summary: 'Archive a setting of notices',
        description: 'It sends nothing any more; its notices stay. Archiving is final.',
        status: 204,
        tags,
        errors: [404],
      }),
    )
    .input(NoticeSettingPath)
    .output(z.void())
    .mutation(({ ctx, input }) => archiveNoticeSetting(ctx, input.id)),

  effect: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/notice-settings/{id}/effect',
        summary: 'Read what came of a setting of notices',
        description: 'How many notices were sent on each day, and what participants did within 14 days after the latest of them.',
        tags,
        errors: [404],
      }),
    )
    .input(NoticeSettingPath)
    .output(NoticeSettingEffect)
    .query(({ ctx, input }) => getNoticeSettingEffect(ctx, input.id).then(presentNoticeSettingEffect)),
});
