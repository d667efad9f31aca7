/** Makes sure Chromium is installed before the browser tests begin; where it cannot be, those tests report it. */
import { chromiumPath } from './chromium';

try {
  chromiumPath();
} catch {
  process.exitCode = 1;
}
