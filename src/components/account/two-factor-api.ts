/** Setting up and ending the second factor of whoever is signed in. */
'use client';
import { auth, authMessage } from '@/components/shell/auth-client';
import { Refusal } from '@/trpc/failure';

async function post<T>(path: string, body: Record<string, unknown>): Promise<T> {
  const { data, error } = await auth((library) => library.$fetch<T>(path, { method: 'POST', body }));
  if (error) throw new Refusal(authMessage(error));
  return data as T;
}

export interface NewSecret {
  /** What the QR code holds: `otpauth://totp/…`. */
  readonly totpURI: string;
  readonly backupCodes: string[];
}

/** Nothing is asked at sign-in until `confirmSecret` has seen a code of it. */
export const newSecret = (password: string) => post<NewSecret>('/two-factor/enable', { password });
export const confirmSecret = (code: string) => post<unknown>('/two-factor/verify-totp', { code: code.replaceAll(/\s/g, '') });
export const newBackupCodes = (password: string) =>
  post<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', { password }).then(({ backupCodes }) => backupCodes);
export const switchOff = (password: string) => post<unknown>('/two-factor/disable', { password });

/** The secret of an `otpauth://` address, in groups that can be typed without losing one's place. */
export const typedSecret = (uri: string): string => (new URL(uri).searchParams.get('secret') ?? '').replaceAll(/(.{4})(?=.)/g, '$1 ');
