/** A participant's names and contact details: the fields of forms, and the facts on its page. */
'use client';
import type { ReactNode } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { namesIn, withFields } from '@/domain/fields';
import { PROFILE, PROFILE_FIELDS, type ProfileField } from '@/domain/participants/profile';

/** In display order. */
const LABELS: Readonly<Record<ProfileField, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  display_name: 'Display name',
  email: 'Email',
  phone: 'Phone',
};
const INPUTS = { email: 'email', phone: 'tel', name: 'text' } as const;

type Profile = Record<ProfileField, string>;
type Described = Readonly<Record<ProfileField, string | null>>;

/** The profile as its form edits it: empty where there is nothing yet. */
export const profileDraft = (participant?: Described): Profile => withFields(PROFILE_FIELDS, (name) => participant?.[name] ?? '');

/** Every field of the profile with its label. */
export const profileFacts = (participant: Described, none: ReactNode) =>
  namesIn(LABELS).map((name) => ({ name: LABELS[name], value: participant[name] ?? none }));

/** The request's fields; an empty one clears the stored value. */
export const profileRequest = (profile: Partial<Profile>) =>
  Object.fromEntries(Object.entries(profile).map(([name, text]) => [name, text.trim() || null]));

interface ProfileFieldsProps {
  profile: Profile;
  edit: (changes: Partial<Profile>) => void;
  errors: Readonly<Record<string, string>>;
}

export const ProfileFields = ({ profile, edit, errors }: ProfileFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {namesIn(LABELS).map((name) => (
      <Field key={name} label={LABELS[name]} error={errors[name]}>
        <Input
          type={INPUTS[PROFILE[name].kind]}
          autoComplete="off"
          value={profile[name]}
          onChange={(event) => edit({ [name]: event.target.value })}
        />
      </Field>
    ))}
  </div>
);
