/** A wait for a ring, even one from before the wait began, or for a time to pass. */
export class Bell {
  private rung = false;
  private answer: (() => void) | null = null;

  ring(): void {
    this.rung = true;
    this.answer?.();
  }

  /** Resolves at the first ring since the last wait, or after `milliseconds` if they are given. */
  async wait(milliseconds?: number): Promise<void> {
    if (!this.rung) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.answer = resolve;
        if (milliseconds !== undefined) timer = setTimeout(resolve, milliseconds);
      });
      clearTimeout(timer);
      this.answer = null;
    }
    this.rung = false;
  }
}
