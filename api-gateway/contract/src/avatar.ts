import * as z from 'zod/mini';
import { defineRoute } from './route';
import { Empty, FileBytes } from './values';

/** Most bytes of a picture that somebody uploads. */
export const AVATAR_MAX_BYTES = 8 * 1024 * 1024;

/** Where the picture is from now on. */
export const Avatar = z.object({
  /** Address of the picture as this gateway serves it; each picture has its own. */
  photoURL: z.string(),
});
export type Avatar = z.infer<typeof Avatar>;

/** Takes a profile picture as raw bytes. */
export const uploadAvatar = defineRoute({
  name: 'uploadAvatar',
  method: 'POST',
  path: '/api/users/avatar',
  access: 'loggedIn',
  takesFile: { maxBytes: AVATAR_MAX_BYTES },
  body: FileBytes,
  answer: Avatar,
  errors: [],
  summary: 'Takes a JPEG, PNG, WebP or GIF as raw bytes, judged by its content, and keeps it without what else the file tells.',
});

/** Takes the profile picture away. */
export const deleteAvatar = defineRoute({
  name: 'deleteAvatar',
  method: 'DELETE',
  path: '/api/users/avatar',
  access: 'loggedIn',
  answer: Empty,
  errors: [],
  summary: 'Takes the profile picture away.',
});
