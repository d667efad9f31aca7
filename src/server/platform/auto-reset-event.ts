/** Lets one waiter through each time it is set, also when it was set before the wait began. */
export class AutoResetEvent {
  private isSet = false;
  private answer: (() => void) | null = null;

  set(): void {
    this.isSet = true;
    this.answer?.();
  }

  /** Resolves once it has been set since the last wait, or after `milliseconds` if they are given. */
  async wait(milliseconds?: number): Promise<void> {
    if (!this.isSet) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.answer = resolve;
        if (milliseconds !== undefined) timer = setTimeout(resolve, milliseconds);
      });
      clearTimeout(timer);
      this.answer = null;
    }
    this.isSet = false;
  }
}
