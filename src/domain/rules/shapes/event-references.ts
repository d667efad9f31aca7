/** Matches the event fields that rules read against those that events have. */

export interface EventReferences {
  /** Such as `pull_request.user.login`. */
  readonly eventPaths: readonly string[];
  /** Paths with a part that depends on the event, shown as `[*]`. */
  readonly dynamicEventPaths: readonly string[];
}

/** A pattern for all paths that one such as `users[*].name` can stand for: any key, or any element. */
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
  /** The static prefix of each dynamic path. */
  private readonly stems: readonly string[];

  constructor(private readonly references: EventReferences) {
    this.whole = references.dynamicEventPaths.includes('[*]');
    this.patterns = references.dynamicEventPaths.map(patternOf);
    this.stems = references.dynamicEventPaths.map((path) => path.slice(0, path.indexOf('[*]')));
  }

  /** Whether a rule reads this field, or a field within it. */
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
