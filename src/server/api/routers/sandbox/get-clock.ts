import { z } from 'zod';
import { SandboxClock } from '@/contract/sandbox';
import { presentTime } from '@/server/api/present/time';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { readClock } from '@/server/services/sandbox/read-clock';

export const getClockRoute = organizationProcedure
  .meta(route({ method: 'GET', path: '/v1/sandbox/clock', summary: 'Read the clock of a sandbox', errors: [409] }))
  .input(z.strictObject({}))
  .output(SandboxClock)
  .query(({ ctx }) => {
    const { now, realTime } = readClock(ctx);
    return { now: presentTime(now), real_time: presentTime(realTime) };
  });
