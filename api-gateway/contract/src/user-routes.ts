import * as z from '@mahlzeit/contract/zod';
import { NAME_MAX_LENGTH } from './limits';
import { defineRoute } from './route';
import { atMostCharacters, MAX_UNCLEANED_LENGTH } from './text-limits';
import { cleanName } from './typed-text';
import { User } from './user';
import { Empty, FileBytes, Key, Lang, Ms, ReleaseChannel } from './values';

/** Returns the caller's own user document. */
export const getMe = defineRoute({
  name: 'getMe',
  method: 'GET',
  path: '/api/users/me',
  access: 'any',
  isOpenToDeleted: true,
  answer: User,
  errors: [],
});

// Type of the fields that `patchMe` can't change. A request that contains such a field is refused; otherwise the
// gateway would ignore the field silently.
const unchangeableField = z.optional(z.never());

// Schema of a name that a user types. The check follows the cleaning, because cleaning may remove all characters (U06).
const Name = z.pipe(
  z.pipe(z.string().check(z.maxLength(MAX_UNCLEANED_LENGTH)), z.transform(cleanName)),
  z.string().check(z.minLength(1), ...atMostCharacters(NAME_MAX_LENGTH)),
);

// Schema of a phone number. It accepts many notations, because people write phone numbers in different ways.
const PhoneNumber = z.string().check(z.trim(), z.maxLength(40), z.regex(/^[+(\d][\d ()/.-]{2,}$/));

/** Changes of the user's own document. Absent fields stay unchanged. */
export const UserChanges = z.object({
  /** Name that others see; cleaned and never empty. */
  displayName: z.optional(Name),
  /** First name, sent to the payment provider; cleaned and never empty. */
  firstName: z.optional(Name),
  /** Last name, sent to the payment provider; cleaned and never empty. */
  lastName: z.optional(Name),
  /** Phone number; null removes the stored number. */
  phoneNumber: z.optional(z.nullable(PhoneNumber)),
  /** Whether other users can find this user by search. */
  visible: z.optional(z.boolean()),
  /** Whether this user gets e-mails about meetups. */
  meetupMails: z.optional(z.boolean()),
  /** Channel whose releases this user's browsers get. The response also sets the channel's cookie in this browser. */
  releaseChannel: z.optional(ReleaseChannel),
  /** Keys of the tags that this user likes. The list replaces the stored list. */
  tasteKeys: z.optional(z.array(Key).check(z.maxLength(100))),
  /** Key of the voucher that carts preselect; null for none. */
  selectedDiscountId: z.optional(z.nullable(Key)),
  /** Language of the browser. The only field that anonymous visitors may set. */
  languageCode: z.optional(Lang),
  /** Accepts the present privacy policy: the gateway stores the time and the policy's version. */
  policyAccepted: z.optional(z.literal(true)),
  /**
   * Keys to add to the user's favourites, and keys to remove. The request doesn't contain the complete list, because
   * two open pages would then overwrite each other's changes.
   */
  favorites: z.optional(
    z.object({
      /** Keys to add to the favourites. Existing favourites stay. */
      add: z._default(z.array(Key).check(z.maxLength(100)), []),
      /** Keys to remove from the favourites. A key in both lists is removed. */
      remove: z._default(z.array(Key).check(z.maxLength(100)), []),
    }),
  ),
  /** Not changeable by this route: the uid never changes. */
  uid: unchangeableField,
  /** Not changeable by this route: the e-mail address has a route of its own, which asks for the password. */
  email: unchangeableField,
  /** Not changeable by this route: only a correct code from an e-mail verifies the address. */
  verificationCode: unchangeableField,
  /** Not changeable by this route: deletion and restoration of the account have routes of their own. */
  deleted: unchangeableField,
  /** Not changeable by this route: the upload and the removal of the picture change this URL. */
  photoURL: unchangeableField,
});
export type UserChanges = z.infer<typeof UserChanges>;

/** Changes the caller's own user document. Anonymous visitors may set only the language. */
export const patchMe = defineRoute({
  name: 'patchMe',
  method: 'PATCH',
  path: '/api/users/me',
  access: 'any',
  body: UserChanges,
  answer: User,
  errors: ['registrationRequired', 'ErrorNameIdentical'],
});

/** The code that a user received by e-mail and types to verify the e-mail address. */
export const Verification = z.object({
  /** Six digits as text, because a leading zero counts. */
  code: z.string().check(z.regex(/^\d{6}$/)),
});
export type Verification = z.infer<typeof Verification>;

/** Result of a verification attempt. */
export const VerificationOutcome = z.object({
  /** Whether the code was correct. False for a wrong code and for a code older than 15 minutes. */
  success: z.boolean(),
});
export type VerificationOutcome = z.infer<typeof VerificationOutcome>;

/**
 * Verifies the user's e-mail address by the code that was sent to it. The code that was sent to a new address replaces
 * the user's address by the new one; this fails with `ErrorEmailTaken` when somebody else has registered the address
 * meanwhile. A wrong code is no error: the response is `success: false`.
 */
export const verifyEmail = defineRoute({
  name: 'verifyEmail',
  method: 'POST',
  path: '/api/users/verifyEmail',
  access: 'loggedIn',
  body: Verification,
  answer: VerificationOutcome,
  errors: ['ErrorTooManyAttempts', 'ErrorEmailTaken'],
});

/**
 * Sends a new code that verifies the user's e-mail address, unless the address is already verified. Returns
 * `notAllowed` for an account without an e-mail address.
 */
export const resendEmailVerification = defineRoute({
  name: 'resendEmailVerification',
  method: 'POST',
  path: '/api/users/resendEmailVerification',
  access: 'loggedIn',
  answer: Empty,
  errors: ['notAllowed', 'ErrorTooManyAttempts'],
});

/**
 * Discards the new e-mail address whose code the user hasn't entered yet. Does nothing when no new address is pending.
 */
export const cancelEmailChange = defineRoute({
  name: 'cancelEmailChange',
  method: 'DELETE',
  path: '/api/auth/email',
  access: 'loggedIn',
  answer: User,
  errors: [],
});

/** Maximum size of an uploaded profile picture, in bytes. */
export const AVATAR_MAX_BYTES = 8 * 1024 * 1024;

/** Response of an upload of a profile picture. */
export const Avatar = z.object({
  /** URL under which this gateway serves the picture. Each uploaded picture gets its own URL. */
  photoURL: z.string(),
});
export type Avatar = z.infer<typeof Avatar>;

/**
 * Stores a profile picture: JPEG, PNG, WebP or GIF as raw bytes. The gateway recognises the format by the bytes and
 * removes the file's metadata.
 */
export const uploadAvatar = defineRoute({
  name: 'uploadAvatar',
  method: 'POST',
  path: '/api/users/avatar',
  access: 'loggedIn',
  takesFile: { maxBytes: AVATAR_MAX_BYTES },
  body: FileBytes,
  answer: Avatar,
  errors: ['ErrorTooManyAttempts', 'unavailable'],
});

/** Removes the caller's profile picture. */
export const deleteAvatar = defineRoute({
  name: 'deleteAvatar',
  method: 'DELETE',
  path: '/api/users/avatar',
  access: 'loggedIn',
  answer: Empty,
  errors: [],
});

/** Settings that a user chooses when they revoke the deletion of their account. */
export const Restoration = z.object({
  /** Whether other users can find this user by search. */
  visible: z.boolean(),
});
export type Restoration = z.infer<typeof Restoration>;

/** All stored data of a user. Each module adds its data under its own name. */
export const UserExport = z.catchall(
  z.object({
    /** Time of the export by the gateway's clock, which tests can move. */
    exportedAt: Ms,
    /** The user's own document, as `getMe` returns it. */
    user: User,
  }),
  z.unknown(),
);
export type UserExport = z.infer<typeof UserExport>;

/**
 * Marks the account for erasure in 30 days, hides it and ends every session. Needs a sign-in within the last five
 * minutes, otherwise fails with `reauthenticationRequired`.
 */
export const deleteMe = defineRoute({
  name: 'deleteMe',
  method: 'PUT',
  path: '/api/users/deleteMe',
  access: 'loggedIn',
  endsSessions: true,
  answer: Empty,
  errors: ['reauthenticationRequired'],
});

/**
 * Declines the privacy policy. An account that has never accepted one, because a third party's sign-in has just made
 * it, is erased at once; other accounts get `notAllowed` and stay.
 */
export const declinePolicy = defineRoute({
  name: 'declinePolicy',
  method: 'POST',
  path: '/api/users/declinePolicy',
  access: 'loggedIn',
  endsSessions: true,
  answer: Empty,
  errors: ['notAllowed'],
});

/** Revokes the deletion of an account, within 30 days after it was requested. */
export const restoreUser = defineRoute({
  name: 'restoreUser',
  method: 'POST',
  path: '/api/users/restore',
  access: 'loggedIn',
  isOpenToDeleted: true,
  body: Restoration,
  answer: User,
  errors: ['notDeleted'],
});

/** Returns all stored data of the caller as a file. */
export const exportUser = defineRoute({
  name: 'exportUser',
  method: 'GET',
  path: '/api/users/me/export',
  access: 'loggedIn',
  isOpenToDeleted: true,
  answer: UserExport,
  errors: [],
});
