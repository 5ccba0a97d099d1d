import { createHash } from 'node:crypto';
import type { Person, ProviderName } from './provider';

/** What somebody has typed into a sign-in page. */
export interface TypedPerson {
  readonly email: string;
  readonly name: string;
  readonly hidesEmail: boolean;
}

const digest = (provider: ProviderName, email: string): Buffer => createHash('sha256').update(`${provider} ${email}`).digest();

/** The same address is the same person, also in a sandbox that has been emptied. Each provider numbers in its own way. */
const subjectOf = (provider: ProviderName, email: string): string => {
  const hash = digest(provider, email);
  if (provider === 'apple') return `${hash.subarray(0, 3).toString('hex')}.${hash.subarray(3, 19).toString('hex')}.${hash.subarray(19, 21).toString('hex')}`;
  return (hash.readBigUInt64BE() + 10n ** 20n).toString();
};

const givenEmail = (provider: ProviderName, { email, hidesEmail }: TypedPerson): string | null => {
  if (!hidesEmail || provider === 'google') return email;
  return provider === 'apple' ? `${digest('apple', email).toString('hex').slice(0, 10)}@privaterelay.appleid.test` : null;
};

/** Who signs in with that address; `typed.email` is trimmed and lower-cased. */
export const personOf = (provider: ProviderName, typed: TypedPerson): Person => {
  const { email, name } = typed;
  const given = givenEmail(provider, typed);
  return { provider, subject: subjectOf(provider, email), email: given, isPrivateEmail: given !== null && given !== email, name: name === '' ? email.slice(0, email.lastIndexOf('@')) : name };
};
