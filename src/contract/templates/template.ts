/** What a template of a program consists of: the program itself as a portable document, and events that show what it does. */
import type { JsonObject } from '@/domain/rules/activation';
import type { ProgramConfiguration } from '../program-configuration';

/** What one holder gains in one asset. */
export interface TemplateGain {
  /** The `external_id` of a participant, or the name of a group of the template. */
  readonly who: string;
  readonly group?: true;
  /** The symbol as the template has it. */
  readonly asset: string;
  readonly amount: string;
  readonly bucket: 'AVAILABLE' | 'DEFERRED';
}

/** An event that a program made from the template rewards, after those before it. */
export interface TemplateSample {
  /** What happened, in a few words. */
  readonly title: string;
  readonly event: { readonly external_id: string; readonly recipient_external_id?: string; readonly event_data: JsonObject };
  readonly gains: readonly TemplateGain[];
  /** Why, in a sentence. */
  readonly because: string;
}

/** A group that is made along with the program, since rules name groups by their ids. */
export interface TemplateGroup {
  /** Stands in the document wherever the id of the group has to stand. */
  readonly placeholder: string;
  readonly name: string;
  /** By their `external_id`; the first is its admin. */
  readonly members: readonly [string, ...string[]];
}

export interface ProgramTemplate {
  /** Also the key of its first rule set, by which programs made from it are known. */
  readonly key: string;
  readonly title: string;
  /** For whom it is, in a sentence. */
  readonly audience: string;
  readonly configuration: ProgramConfiguration;
  readonly groups: readonly TemplateGroup[];
  readonly samples: readonly [TemplateSample, ...TemplateSample[]];
}
