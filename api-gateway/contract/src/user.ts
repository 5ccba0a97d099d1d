import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { NAME_MAX_LENGTH } from './limits';
import { cleanName } from './typed-text';
import { Key, Lang, Ms } from './values';

/** The user's own document; nobody else ever reads it. */
export const User = z.object({
  /** The same as `Account.uid`. */
  uid: Key,
  /** null while anonymous. */
  email: z.nullable(z.string()),
  /** What others see; null while anonymous. */
  displayName: z.nullable(z.string()),
  /** Address of the profile picture. */
  photoURL: z.nullable(z.string()),
  /** For the restaurant, should an order need it. */
  phoneNumber: z.nullable(z.string()),
  /** For the payment provider. */
  firstName: z.nullable(z.string()),
  /** For the payment provider. */
  lastName: z.nullable(z.string()),
  /** Whether others find this person by search. */
  visible: z.boolean(),
  /** Keys of favourite contacts and restaurants. */
  favorites: z.array(Key),
  /** Keys of the tags this person likes. */
  tasteKeys: z.array(Key),
  /** True once the e-mail address is verified; the code itself is nowhere readable. */
  verificationCode: z.boolean(),
  /** When the policy was accepted last. */
  policyAccepted: z.nullable(Ms),
  /** The version of the policy that was accepted. */
  policyVersion: z.nullable(z.int()),
  /** Language of the browser at the last visit. */
  languageCode: z.nullable(Lang),
  /** The voucher preselected for carts. */
  selectedDiscountId: z.nullable(Key),
  /** Whether this person is told of meetups by e-mail; true until they end it. */
  meetupMails: z.boolean(),
  /** True while the account waits for its erasure. */
  deleted: z.boolean(),
  /**
   * From this instant of the domain clock on the account is erased and nobody comes back into it; null unless
   * `deleted`.
   */
  erasedAt: z.nullable(Ms),
});
export type User = z.infer<typeof User>;

/** The caller's own user document. */
export const getMe = defineRoute({
  name: 'getMe',
  method: 'GET',
  path: '/api/users/me',
  access: 'any',
  isOpenToDeleted: true,
  answer: User,
  errors: [],
});

// A client that sends one of these means something that this route doesn't do: better refused than passed over.
const notHere = z.optional(z.never());

const isShortEnough = (name: string): boolean => [...name].length <= NAME_MAX_LENGTH;

// Validated after it was cleaned (U06): of some names nothing is left.
const Name = z.pipe(
  z.pipe(z.string().check(z.maxLength(500)), z.transform(cleanName)),
  z.string().check(z.minLength(1), z.refine(isShortEnough)),
);

// Loose on purpose: people write numbers in many ways.
const PhoneNumber = z.string().check(z.trim(), z.maxLength(40), z.regex(/^[+(\d][\d ()/.-]{2,}$/));

/** What a user changes in the own document; a field that is left out stays as it is. */
export const UserChanges = z.object({
  /** What others see; cleaned of what no name may hold, and never empty. */
  displayName: z.optional(Name),
  /** For the payment provider; cleaned and never empty. */
  firstName: z.optional(Name),
  /** For the payment provider; cleaned and never empty. */
  lastName: z.optional(Name),
  /** null takes it away. */
  phoneNumber: z.optional(z.nullable(PhoneNumber)),
  /** Whether others find this person by search. */
  visible: z.optional(z.boolean()),
  /** Whether this person is told of meetups by e-mail. */
  meetupMails: z.optional(z.boolean()),
  /** The tags that this person likes, instead of those before. */
  tasteKeys: z.optional(z.array(Key).check(z.maxLength(100))),
  /** The voucher preselected for carts; null for none. */
  selectedDiscountId: z.optional(z.nullable(Key)),
  /** Language of the browser; the one field that visitors may set, too. */
  languageCode: z.optional(Lang),
  /** Accepts the policy as it stands now: stamps date and version. */
  policyAccepted: z.optional(z.literal(true)),
  /** Changes the favourites by union and difference, so that two pages never undo each other. */
  favorites: z.optional(
    z.object({
      /** Becomes a favourite; one that is already stays. */
      add: z._default(z.array(Key).check(z.maxLength(100)), []),
      /** Is none any more; wins over `add`. */
      remove: z._default(z.array(Key).check(z.maxLength(100)), []),
    }),
  ),
  /** Never changes. */
  uid: notHere,
  /** Changes by its own route, with the password. */
  email: notHere,
  /** Becomes true by the code of a mail. */
  verificationCode: notHere,
  /** Changes by its own routes. */
  deleted: notHere,
  /** Changes with the picture. */
  photoURL: notHere,
});
export type UserChanges = z.infer<typeof UserChanges>;

/** Changes the caller's own user document; visitors may set the language alone. */
export const patchMe = defineRoute({
  name: 'patchMe',
  method: 'PATCH',
  path: '/api/users/me',
  access: 'any',
  body: UserChanges,
  answer: User,
  errors: ['registrationRequired', 'ErrorNameIdentical'],
});
