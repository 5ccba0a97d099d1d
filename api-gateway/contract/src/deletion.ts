import * as z from 'zod/mini';
import { defineRoute } from './route';
import { User } from './user';
import { Empty, Ms } from './values';

/** How a user comes back who had left. */
export const Restoration = z.object({
  /** Whether others find this person by search from now on. */
  visible: z.boolean(),
});
export type Restoration = z.infer<typeof Restoration>;

/** Everything that is stored of a user; each part of the product adds what it holds under a name of its own. */
export const UserExport = z.catchall(z.object({
  /** When it was put together, by the domain clock. */
  exportedAt: Ms,
  /** The user document. */
  user: User,
}), z.unknown());
export type UserExport = z.infer<typeof UserExport>;

/** Marks the account for its erasure in 30 days. */
export const deleteMe = defineRoute({
  name: 'deleteMe',
  method: 'PUT',
  path: '/api/users/deleteMe',
  access: 'loggedIn',
  answer: Empty,
  errors: ['reauthenticationRequired'],
  summary: 'Marks the account for its erasure in 30 days, hides it and ends every session; needs a sign-in of the last five minutes.',
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
  summary: 'Takes a deletion back within its 30 days.',
});

/** Hands out everything that is stored of the caller, as a file. */
export const exportUser = defineRoute({
  name: 'exportUser',
  method: 'GET',
  path: '/api/users/me/export',
  access: 'loggedIn',
  isOpenToDeleted: true,
  answer: UserExport,
  errors: [],
  summary: 'Everything that is stored of the caller, as a file to keep.',
});
