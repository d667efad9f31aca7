import { router } from '@/server/api/trpc';
import { approveCorrectionRoute } from './approve';
import { cancelCorrectionRoute } from './cancel';
import { createCorrectionRoute } from './create';
import { getCorrectionRoute } from './get';
import { correctionLinesRoute } from './lines';
import { listCorrectionsRoute } from './list';
import { retryCorrectionRoute } from './retry';

export const correctionsRouter = router({
  create: createCorrectionRoute,
  list: listCorrectionsRoute,
  get: getCorrectionRoute,
  lines: correctionLinesRoute,
  approve: approveCorrectionRoute,
  retry: retryCorrectionRoute,
  cancel: cancelCorrectionRoute,
});
