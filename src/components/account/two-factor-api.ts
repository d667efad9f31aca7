/** Enables and disables the signed-in user's second factor. */
'use client';
import { auth, authMessage } from '@/components/shell/auth-client';
import { Refusal } from '@/trpc/failure';

async function post<T>(path: string, body: Record<string, unknown>): Promise<T> {
  const { data, error } = await auth((library) => library.$fetch<T>(path, { method: 'POST', body }));
  if (error) throw new Refusal(authMessage(error));
  return data;
}

export interface NewSecret {
  /** The QR code's content: `otpauth://totp/…`. */
  readonly totpURI: string;
  readonly backupCodes: string[];
}

/** Sign-in asks for no code until `confirmSecret` has verified one. */
export const newSecret = (password: string) => post<NewSecret>('/two-factor/enable', { password });
export const confirmSecret = (code: string) => post<unknown>('/two-factor/verify-totp', { code: code.replaceAll(/\s/g, '') });
export const newBackupCodes = (password: string) =>
  post<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', { password }).then(({ backupCodes }) => backupCodes);
export const switchOff = (password: string) => post<unknown>('/two-factor/disable', { password });

/** The secret of an `otpauth://` URI, in groups that are easy to type. */
export const typedSecret = (uri: string): string => (new URL(uri).searchParams.get('secret') ?? '').replaceAll(/(.{4})(?=.)/g, '$1 ');
