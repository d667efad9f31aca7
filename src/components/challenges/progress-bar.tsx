/** Draws progress toward a goal, with the figures beside it. */
interface ProgressBarProps {
  label: string;
  percent: number;
  /** Such as `3 of 10`. */
  text: string;
}

export const ProgressBar = ({ label, percent, text }: ProgressBarProps) => (
  <span className="flex min-w-0 items-center gap-2">
    <progress aria-label={label} className="accent-accent h-2 w-full max-w-64 min-w-16" value={percent} max={100}>
      {percent} %
    </progress>
    <span className="text-ink-soft shrink-0 tabular-nums">{text}</span>
  </span>
);
