/** A wait that can be cut short: it ends at a ring (even one from before the wait began) or after a time. */
export class Bell {
  private rung = false;
  private answer: (() => void) | null = null;

  ring(): void {
    this.rung = true;
    this.answer?.();
  }

  /** Resolves at the first ring since the last wait, or after `milliseconds`. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.rung) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.answer = resolve;
        timer = setTimeout(resolve, milliseconds);
      });
      clearTimeout(timer);
      this.answer = null;
    }
    this.rung = false;
  }
}
