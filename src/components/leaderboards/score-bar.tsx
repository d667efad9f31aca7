/** Draws a score as a share of the highest one, with its figures beside it. */
import { ProgressBar } from '@/components/challenges/progress-bar';
import { amountText } from '@/components/ui/money';

interface ScoreBarProps {
  label: string;
  score: string;
  highest: string | undefined;
  symbol: string | undefined;
}

export function ScoreBar({ label, score, highest, symbol }: ScoreBarProps) {
  // Floating point is exact enough for the length of a bar.
  const share = highest === undefined ? 0 : (100 * Number(score)) / Number(highest);
  return <ProgressBar label={label} percent={Math.min(100, share)} text={amountText(score, symbol)} />;
}
