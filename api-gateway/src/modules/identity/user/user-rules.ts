import { err, ok } from '@mahlzeit/contract';
import type { Registration, Result } from '@mahlzeit/contract';
import {
  cleanName,
  firstCharacters,
  NAME_MAX_LENGTH,
  validateEmail,
  validateNewPassword,
} from '@mahlzeit/contract/rules';
import type { StoredUser } from '../store';

/** Errors of a registration form that can be detected without the database. */
export type RegistrationInputError = 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | 'ErrorPasswordInvalid' | 'ErrorGdpr';

/** A registration whose fields are valid; the e-mail address is in the form in which it is stored. */
export interface ValidRegistration {
  readonly email: string;
  readonly password: string;
  readonly visible: boolean;
}

/** Validates a registration. Reports the error of the first invalid field, in the order of the form. */
export const validateRegistration = (
  registrationInput: Registration,
): Result<ValidRegistration, RegistrationInputError> => {
  const email = validateEmail(registrationInput.email);
  if (!email.ok) return email;
  const password = validateNewPassword(registrationInput.password);
  if (!password.ok) return password;
  if (!registrationInput.policyAccepted) return err('ErrorGdpr');
  return ok({ email: email.value, password: password.value, visible: registrationInput.visible });
};

/**
 * Cleans a name that a user or a third party has given and shortens it to the allowed length; null if nothing is left.
 */
export const displayableName = (givenName: string): string | null =>
  firstCharacters(cleanName(givenName), NAME_MAX_LENGTH).trim() || null;

/**
 * Derives a name from an e-mail address: the part before the @. Only the user sees this name, until they choose
 * another: an address is private, and so is a part of it.
 */
export const displayNameOf = (email: string): string | null => displayableName(email.slice(0, email.lastIndexOf('@')));

/** Creates an anonymous user, who has no name, e-mail address or password and is invisible to others. */
export const anonymousUser = (uid: string, now: number): StoredUser => ({
  uid,
  isAnonymous: true,
  email: null,
  emailChange: null,
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
  releaseChannel: 'stable',
  thirdParty: null,
  connectionCode: null,
  disabledAt: null,
  createdAt: now,
});

/** Values that a registration adds to an anonymous user. */
export interface RegistrationFacts {
  readonly email: string;
  readonly passwordHash: string;
  readonly visible: boolean;
  readonly connectionCode: string;
  readonly policyVersion: number;
  readonly now: number;
}

/**
 * Turns an anonymous user into a registered user. The uid stays the same, and the e-mail address is not verified yet.
 */
export const registeredUser = (user: StoredUser, registrationFacts: RegistrationFacts): StoredUser => ({
  ...user,
  isAnonymous: false,
  email: registrationFacts.email,
  passwordHash: registrationFacts.passwordHash,
  isVisible: registrationFacts.visible,
  connectionCode: registrationFacts.connectionCode,
  policyAccepted: registrationFacts.now,
  createdAt: registrationFacts.now,
  policyVersion: registrationFacts.policyVersion,
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Time within which a user may restore a deleted account (S1§9), in milliseconds of the gateway's clock, which tests
 * can move.
 */
export const DELETION_GRACE_MS = 30 * DAY_MS;

/**
 * Time within which the code of a new e-mail address must be entered, in milliseconds of the gateway's clock, which
 * tests can move. Each code is valid for 15 minutes; within the whole time the user may request new codes.
 */
export const EMAIL_CHANGE_LIFETIME_MS = DAY_MS;

/**
 * Time within which the owner of the former e-mail address can get the account back after a change, in milliseconds of
 * the gateway's clock, which tests can move.
 */
export const EMAIL_UNDO_LIFETIME_MS = 3 * DAY_MS;

/** Returns the new e-mail address that a code can verify now; null without a pending change. */
export const newEmailOf = ({ emailChange }: Pick<StoredUser, 'emailChange'>, now: number): string | null =>
  emailChange !== null && emailChange.expiresAt > now ? emailChange.email : null;

/**
 * Maximum age of a proof of identity before an action that can't be undone (contract §2), in milliseconds of real time.
 */
export const FRESH_PROOF_MS = 5 * MINUTE_MS;

/** Checks whether a proof of identity is recent enough for an action that can't be undone. */
export const isFreshProof = (provedAt: number, realNow: number): boolean => realNow - provedAt <= FRESH_PROOF_MS;

/** Computes the time at which a deleted account is erased, by the gateway's clock, which tests can move. */
export const erasedAtOf = (deletionTime: number): number => deletionTime + DELETION_GRACE_MS;

/** Checks whether the time to restore a deleted account has passed; the account then counts as erased. */
export const isErasureDue = (deletionTime: number | null, now: number): boolean =>
  deletionTime !== null && erasedAtOf(deletionTime) <= now;
