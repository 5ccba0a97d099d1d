import { err, ok } from '@mahlzeit/contract';
import type { Registration, Result } from '@mahlzeit/contract';
import { cleanName, NAME_MAX_LENGTH, validateEmail, validateNewPassword } from '@mahlzeit/contract/rules';
import type { StoredUser } from '../store';

/** Errors of a registration that are found without the database. */
export type RegistrationInputError = 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | 'ErrorPasswordInvalid' | 'ErrorGdpr';

/** A valid registration; the e-mail is in its stored form. */
export interface ValidRegistration {
  readonly email: string;
  readonly password: string;
  readonly visible: boolean;
}

/** Validates a registration in the order of the form's fields. */
export const validateRegistration = (registration: Registration): Result<ValidRegistration, RegistrationInputError> => {
  const email = validateEmail(registration.email);
  if (!email.ok) return email;
  const password = validateNewPassword(registration.password);
  if (!password.ok) return password;
  if (!registration.policyAccepted) return err('ErrorGdpr');
  return ok({ email: email.value, password: password.value, visible: registration.visible });
};

/** Cleans a foreign name and shortens it to the allowed length; null for an empty name. */
export const shownName = (givenName: string): string | null =>
  [...cleanName(givenName)].slice(0, NAME_MAX_LENGTH).join('').trim() || null;

/** Derives a display name from an address, the text before the @. Others see it until the user chooses a name. */
export const displayNameOf = (email: string): string | null => shownName(email.slice(0, email.lastIndexOf('@')));

/** Creates an anonymous user. */
export const anonymousUser = (uid: string, now: number): StoredUser => ({
  uid,
  isAnonymous: true,
  email: null,
  passwordHash: null,
  isEmailVerified: false,
  isVisible: false,
  deletedAt: null,
  displayName: null,
  photoURL: null,
  phoneNumber: null,
  firstName: null,
  lastName: null,
  favorites: [],
  tasteKeys: [],
  policyAccepted: null,
  policyVersion: null,
  languageCode: null,
  selectedDiscountId: null,
  meetupMails: true,
  thirdParty: null,
  connectionCode: null,
  disabledAt: null,
  createdAt: now,
});

/** Facts that registration adds to an anonymous user. */
export interface RegistrationFacts {
  readonly email: string;
  readonly passwordHash: string;
  readonly visible: boolean;
  readonly connectionCode: string;
  readonly policyVersion: number;
  readonly now: number;
}

/** Turns an anonymous user into a registered one. The uid stays, and the e-mail waits for its verification. */
export const registeredUser = (user: StoredUser, facts: RegistrationFacts): StoredUser => ({
  ...user,
  isAnonymous: false,
  email: facts.email,
  passwordHash: facts.passwordHash,
  isVisible: facts.visible,
  displayName: displayNameOf(facts.email),
  connectionCode: facts.connectionCode,
  policyAccepted: facts.now,
  policyVersion: facts.policyVersion,
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Time in which a deleted user may come back (S1§9), in milliseconds of the domain clock. */
export const GRACE_MS = 30 * DAY_MS;

/** Maximum age of a sign-in for an action that can't be undone (contract §2), in real milliseconds. */
export const FRESH_PROOF_MS = 5 * MINUTE_MS;

/** Checks whether a sign-in is recent enough. */
export const isFreshProof = (authTime: number, realNow: number): boolean => realNow - authTime <= FRESH_PROOF_MS;

/** Computes the instant at which a deleted account is erased. */
export const erasedAtOf = (deletedAt: number): number => deletedAt + GRACE_MS;

/** Checks whether a deleted account counts as erased. */
export const isGraceOver = (deletedAt: number | null, now: number): boolean =>
  deletedAt !== null && erasedAtOf(deletedAt) <= now;
