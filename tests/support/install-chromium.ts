/** Sees to it that there is a Chromium when the browser tests begin; where there can be none, they say so themselves. */
import { chromiumPath } from './chromium';

try {
  chromiumPath();
} catch {
  process.exitCode = 1;
}
