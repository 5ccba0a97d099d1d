import { createHash, randomBytes } from 'node:crypto';
import type { SignInIntent, ThirdParty } from '@mahlzeit/contract';
import * as z from 'zod/mini';

/** How long somebody may take at the third party, in real milliseconds. */
export const ATTEMPT_LIFE_MS = 10 * 60_000;

/** How long a confirmed sign-in waits to be completed (contract §1). */
export const CODE_LIFE_MS = 60_000;

/** A person as a third party knows them. */
export const ForeignPerson = z.object({
  /** The provider's own, unchanging key of the person. */
  subject: z.string(),
  /** Lower-cased; null where the person hides it. */
  email: z.nullable(z.string()),
  /** Whether the provider vouches for the address. */
  isEmailVerified: z.boolean(),
  name: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
});
export type ForeignPerson = z.infer<typeof ForeignPerson>;

/** A sign-in that is under way. */
export interface SignInAttempt {
  readonly stateHash: string;
  readonly provider: ThirdParty;
  readonly intent: SignInIntent;
  /** The browser's: what it has to know the verifier of. */
  readonly challenge: string;
  readonly nonce: string;
  /** Ours towards the provider. */
  readonly verifier: string;
  readonly expiresAt: number;
}

/** One that the provider has confirmed. */
export interface ConfirmedAttempt extends SignInAttempt {
  readonly person: ForeignPerson;
}

/** A new secret of 256 bits, URL-safe. */
export const newSignInSecret = (): string => randomBytes(32).toString('base64url');

/** base64url(sha256(text)): a fingerprint to keep, and what a challenge is of its verifier. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
