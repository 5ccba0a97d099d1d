import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { User } from './user';
import { Empty, FileBytes, Ms } from './values';

/** The code of a verification mail. */
export const Verification = z.object({
  /** Six digits as text, because a leading zero counts. */
  code: z.string().check(z.regex(/^\d{6}$/)),
});
export type Verification = z.infer<typeof Verification>;

/** Whether a code was correct. */
export const VerificationOutcome = z.object({
  /** False for a wrong code and for a code older than 15 minutes. */
  success: z.boolean(),
});
export type VerificationOutcome = z.infer<typeof VerificationOutcome>;

/** Verifies the e-mail address by the code of a mail. A wrong code is no error but `success: false`. */
export const verifyEmail = defineRoute({
  name: 'verifyEmail',
  method: 'POST',
  path: '/api/users/verifyEmail',
  access: 'loggedIn',
  body: Verification,
  answer: VerificationOutcome,
  errors: ['ErrorTooManyAttempts'],
});

/** Mails a new code unless the address is already verified. Refused for an account without an address. */
export const resendEmailVerification = defineRoute({
  name: 'resendEmailVerification',
  method: 'POST',
  path: '/api/users/resendEmailVerification',
  access: 'loggedIn',
  answer: Empty,
  errors: ['notAllowed', 'ErrorTooManyAttempts'],
});

/** Maximum bytes of an uploaded picture. */
export const AVATAR_MAX_BYTES = 8 * 1024 * 1024;

/** New address of the picture. */
export const Avatar = z.object({
  /** Address under which this gateway serves the picture; unique to each picture. */
  photoURL: z.string(),
});
export type Avatar = z.infer<typeof Avatar>;

/**
 * Accepts a JPEG, PNG, WebP or GIF as raw bytes, recognised by its content, and stores the picture without the file's
 * metadata.
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

/** Removes the profile picture. */
export const deleteAvatar = defineRoute({
  name: 'deleteAvatar',
  method: 'DELETE',
  path: '/api/users/avatar',
  access: 'loggedIn',
  answer: Empty,
  errors: [],
});

/** Settings with which a deleted user returns. */
export const Restoration = z.object({
  /** Whether other users find this person by search. */
  visible: z.boolean(),
});
export type Restoration = z.infer<typeof Restoration>;

/** All stored data of a user. Each module adds its data under its own name. */
export const UserExport = z.catchall(
  z.object({
    /** Time of the export, by the domain clock. */
    exportedAt: Ms,
    /** The user document. */
    user: User,
  }),
  z.unknown(),
);
export type UserExport = z.infer<typeof UserExport>;

/**
 * Marks the account for erasure in 30 days, hides it and ends every session. Needs a sign-in within the last five
 * minutes.
 */
export const deleteMe = defineRoute({
  name: 'deleteMe',
  method: 'PUT',
  path: '/api/users/deleteMe',
  access: 'loggedIn',
  answer: Empty,
  errors: ['reauthenticationRequired'],
});

/** Revokes a deletion within its 30 days. */
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
