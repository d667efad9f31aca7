/** The form fields for a participant's names and contact details. */
'use client';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

const FIELDS = [
  { name: 'first_name', label: 'First name', type: 'text' },
  { name: 'last_name', label: 'Last name', type: 'text' },
  { name: 'display_name', label: 'Display name', type: 'text' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
] as const;
export type Profile = Record<(typeof FIELDS)[number]['name'], string>;

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
    {FIELDS.map(({ name, label, type }) => (
      <Field key={name} label={label} error={errors[name]}>
        <Input type={type} autoComplete="off" value={profile[name]} onChange={(event) => edit({ [name]: event.target.value })} />
      </Field>
    ))}
  </div>
);
