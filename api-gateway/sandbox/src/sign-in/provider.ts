import { createHash } from 'node:crypto';
import { Router } from 'express';
import sharp from 'sharp';
import * as z from 'zod/mini';

/** Sign-in providers whose pages the sandbox imitates. */
export const ProviderName = z.enum(['google', 'facebook', 'apple']);
export type ProviderName = z.infer<typeof ProviderName>;

/** Names of the sign-in providers as users see them. */
export const titleByProvider: Readonly<Record<ProviderName, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  apple: 'Apple',
};

/** Paths of the imitated sign-in pages, below the base URL of each provider. */
export const loginPathByProvider: Readonly<Record<ProviderName, string>> = {
  google: '/google/auth',
  apple: '/apple/auth/authorize',
  facebook: '/facebook/:version/dialog/oauth',
};

/** A user as a sign-in provider describes them to the product. */
export const Person = z.object({
  provider: ProviderName,
  subject: z.string(),
  /** E-mail address; null if the user keeps it secret from the product. */
  email: z.nullable(z.string()),
  isPrivateEmail: z.boolean(),
  name: z.string(),
});
export type Person = z.infer<typeof Person>;

/**
 * Permission that a user gives to a client by signing in (OAuth). The client receives a code and exchanges it for the
 * permission.
 */
export const Grant = z.object({
  person: Person,
  redirectUri: z.string(),
  scope: z.string(),
  nonce: z.nullable(z.string()),
  challenge: z.nullable(z.string()),
  /** Time in seconds at which the user has signed in; null if the client doesn't ask for it. */
  authTime: z._default(z.nullable(z.int()), null),
});
export type Grant = z.infer<typeof Grant>;

/** Values that a user types on the imitated sign-in page. */
interface EnteredPerson {
  readonly email: string;
  readonly name: string;
  readonly hidesEmail: boolean;
}

const emailDigest = (provider: ProviderName, email: string): Buffer =>
  createHash('sha256').update(`${provider} ${email}`).digest();

/**
 * Returns the id of a user at a sign-in provider, derived from the e-mail address, so that it is the same in every
 * sandbox. Apple's ids have another format.
 */
const subjectOf = (provider: ProviderName, email: string): string => {
  const digest = emailDigest(provider, email);
  if (provider === 'apple')
    return `${digest.subarray(0, 3).toString('hex')}.${digest.subarray(3, 19).toString('hex')}.${digest.subarray(19, 21).toString('hex')}`;
  return (digest.readBigUInt64BE() + 10n ** 20n).toString();
};

const sharedEmailOf = (provider: ProviderName, { email, hidesEmail }: EnteredPerson): string | null => {
  if (!hidesEmail || provider === 'google') return email;
  return provider === 'apple'
    ? `${emailDigest('apple', email).toString('hex').slice(0, 10)}@privaterelay.appleid.test`
    : null;
};

/**
 * Builds the user of a sign-in provider who has this e-mail address. `typedPerson.email` is trimmed and in lower case.
 */
export const personOf = (provider: ProviderName, enteredPerson: EnteredPerson): Person => {
  const { email, name } = enteredPerson;
  const sharedEmail = sharedEmailOf(provider, enteredPerson);
  return {
    provider,
    subject: subjectOf(provider, email),
    email: sharedEmail,
    isPrivateEmail: sharedEmail !== null && sharedEmail !== email,
    name: name === '' ? email.slice(0, email.lastIndexOf('@')) : name,
  };
};

const MAX_PORTRAIT_SIZE = 400;

const hueOf = (subject: string): number => createHash('sha256').update(subject).digest().readUInt16BE() % 360;

const portraitSvgOf = (subject: string): string => {
  const hue = hueOf(subject);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="hsl(${hue} 45% 78%)"/>` +
    `<path d="M14 100a36 34 0 0 1 72 0Z" fill="hsl(${(hue + 150) % 360} 45% 45%)"/><circle cx="50" cy="46" r="22" fill="#f0c9a4"/>` +
    `<path d="M27 44a23 24 0 0 1 46 0q-12-12-24-9t-22 9Z" fill="hsl(${(hue + 30) % 360} 35% 28%)"/><path d="M41 54q9 9 18 0" fill="none" stroke="#7a4a2c" stroke-width="3" stroke-linecap="round"/></svg>`
  );
};

const portraitSizeOf = (sizeParameter: unknown): number => {
  const portraitSize = typeof sizeParameter === 'string' ? Number.parseInt(sizeParameter, 10) : NaN;
  return Number.isNaN(portraitSize) ? 96 : Math.min(MAX_PORTRAIT_SIZE, Math.max(16, portraitSize));
};

/**
 * Creates the route of profile pictures. A picture is drawn from the user's id, so the same user always gets the same
 * picture.
 */
export const createPortraitRouter = (): Router => {
  const router = Router();
  for (const provider of ['google', 'facebook']) {
    router.get(`/${provider}/pictures/:subject`, async ({ params: { subject }, query }, response) => {
      const size = portraitSizeOf(query['size']);
      response.type('jpeg').send(
        await sharp(Buffer.from(portraitSvgOf(subject)))
          .resize(size, size)
          .jpeg({ quality: 82 })
          .toBuffer(),
      );
    });
  }
  return router;
};
