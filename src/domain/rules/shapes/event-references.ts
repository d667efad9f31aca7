/** What rules read of events, matched against what events have. */

export interface EventReferences {
  /** Such as `pull_request.user.login`. */
  readonly eventPaths: readonly string[];
  /** Paths with a part that only an event decides, shown as `[*]`. */
  readonly dynamicEventPaths: readonly string[];
}

/** `users[*].name` as what it can stand for: any key, or any element. */
function patternOf(dynamicPath: string): RegExp {
  const source = dynamicPath
    .split('[*]')
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('(?:\\[\\]|(?:^|\\.)[^.[]+)');
  return new RegExp(`^${source}(?:$|[.[])`);
}

const leadsTo = (path: string, deeper: string): boolean =>
  deeper.startsWith(path) && (deeper.length === path.length || deeper[path.length] === '.' || deeper[path.length] === '[');

export class ReferenceMatcher {
  private readonly patterns: readonly RegExp[];
  private readonly whole: boolean;
  /** Where each dynamic path begins to be dynamic. */
  private readonly stems: readonly string[];

  constructor(private readonly references: EventReferences) {
    this.whole = references.dynamicEventPaths.includes('[*]');
    this.patterns = references.dynamicEventPaths.map(patternOf);
    this.stems = references.dynamicEventPaths.map((path) => path.slice(0, path.indexOf('[*]')));
  }

  /** Whether a rule reads this field, or leads through it. */
  reads(path: string): boolean {
    return (
      this.whole ||
      [...this.references.eventPaths, ...this.stems].some((read) => leadsTo(path, read)) ||
      this.patterns.some((pattern) => pattern.test(path))
    );
  }

  /** Whether a rule names exactly this field. */
  names(path: string): boolean {
    return this.references.eventPaths.includes(path);
  }
}
