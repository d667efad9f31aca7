/** Defines a program template: the program as a portable document, and sample events that show what it does. */
import type { JsonRecord } from '@/domain/rules/activation';
import type { ProgramConfiguration } from '../program-configuration';

/** What one holder gains in one asset. */
export interface TemplateGain {
  /** The `external_id` of a participant, or the name of a group of the template. */
  readonly who: string;
  readonly group?: true;
  /** The symbol in the template. */
  readonly asset: string;
  readonly amount: string;
  readonly bucket: 'AVAILABLE' | 'DEFERRED';
}

/** An event that a program made from the template rewards, sent after the samples before it. */
export interface TemplateSample {
  /** What happened, in a few words. */
  readonly title: string;
  readonly event: { readonly external_id: string; readonly recipient_external_id?: string; readonly event_data: JsonRecord };
  readonly gains: readonly TemplateGain[];
  /** Why, in a sentence. */
  readonly because: string;
}

/** A group created along with the program, because rules name groups by id. */
export interface TemplateGroup {
  /** Stands in for the group's id throughout the document. */
  readonly placeholder: string;
  readonly name: string;
  /** By `external_id`; the first is the admin. */
  readonly members: readonly [string, ...string[]];
}

export interface ProgramTemplate {
  /** Also the key of its first rule set, by which programs made from it are recognized. */
  readonly key: string;
  readonly title: string;
  /** For whom it is, in a sentence. */
  readonly audience: string;
  readonly configuration: ProgramConfiguration;
  readonly groups: readonly TemplateGroup[];
  readonly samples: readonly [TemplateSample, ...TemplateSample[]];
}
