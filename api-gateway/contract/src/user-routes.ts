import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { User } from './user';
import { Empty, FileBytes, Ms } from './values';

/** The code of a verification mail. */
export const Verification = z.object({
  /** Six digits; text, because a leading zero counts. */
  code: z.string().check(z.regex(/^\d{6}$/)),
});
export type Verification = z.infer<typeof Verification>;

/** Whether a code was the right one. */
export const VerificationOutcome = z.object({
  /** False for a wrong code and for one that is older than 15 minutes. */
  success: z.boolean(),
});
export type VerificationOutcome = z.infer<typeof VerificationOutcome>;

/** Verifies the e-mail address by the code of a mail; a wrong code is no failure but success:false. */
export const verifyEmail = defineRoute({
  name: 'verifyEmail',
  method: 'POST',
  path: '/api/users/verifyEmail',
  access: 'loggedIn',
  body: Verification,
  answer: VerificationOutcome,
  errors: ['ErrorTooManyAttempts'],
});

/** Mails a new code, unless the address is verified already; refused where there is no address. */
export const resendEmailVerification = defineRoute({
  name: 'resendEmailVerification',
  method: 'POST',
  path: '/api/users/resendEmailVerification',
  access: 'loggedIn',
  answer: Empty,
  errors: ['notAllowed', 'ErrorTooManyAttempts'],
});

/** Most bytes of a picture that somebody uploads. */
export const AVATAR_MAX_BYTES = 8 * 1024 * 1024;

/** Where the picture is from now on. */
export const Avatar = z.object({
  /** Address of the picture as this gateway serves it; each picture has its own. */
  photoURL: z.string(),
});
export type Avatar = z.infer<typeof Avatar>;

/**
 * Takes a JPEG, PNG, WebP or GIF as raw bytes, judged by its content, and keeps it without what else the file tells.
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

/** Takes the profile picture away. */
export const deleteAvatar = defineRoute({
  name: 'deleteAvatar',
  method: 'DELETE',
  path: '/api/users/avatar',
  access: 'loggedIn',
  answer: Empty,
  errors: [],
});

/** How a user comes back who had left. */
export const Restoration = z.object({
  /** Whether others find this person by search from now on. */
  visible: z.boolean(),
});
export type Restoration = z.infer<typeof Restoration>;

/** Everything that is stored of a user; each part of the product adds what it holds under a name of its own. */
export const UserExport = z.catchall(
  z.object({
    /** When it was put together, by the domain clock. */
    exportedAt: Ms,
    /** The user document. */
    user: User,
  }),
  z.unknown(),
);
export type UserExport = z.infer<typeof UserExport>;

/**
 * Marks the account for its erasure in 30 days, hides it and ends every session; needs a sign-in of the last five
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

/** Takes a deletion back within its 30 days. */
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

/** Everything that is stored of the caller, as a file to keep. */
export const exportUser = defineRoute({
  name: 'exportUser',
  method: 'GET',
  path: '/api/users/me/export',
  access: 'loggedIn',
  isOpenToDeleted: true,
  answer: UserExport,
  errors: [],
});
