import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { NAME_MAX_LENGTH } from './limits';
import { cleanName } from './typed-text';
import { Key, Lang, Ms } from './values';

/** The user's own document. No other user ever reads it. */
export const User = z.object({
  /** Same value as `Account.uid`. */
  uid: Key,
  /** null while anonymous. */
  email: z.nullable(z.string()),
  /** Name that others see; null while anonymous. */
  displayName: z.nullable(z.string()),
  /** Address of the profile picture. */
  photoURL: z.nullable(z.string()),
  /** Phone number for the restaurant of an order. */
  phoneNumber: z.nullable(z.string()),
  /** First name for the payment provider. */
  firstName: z.nullable(z.string()),
  /** Last name for the payment provider. */
  lastName: z.nullable(z.string()),
  /** Whether other users find this person by search. */
  visible: z.boolean(),
  /** Keys of favourite contacts and restaurants. */
  favorites: z.array(Key),
  /** Keys of the tags this person likes. */
  tasteKeys: z.array(Key),
  /** True when the e-mail address is verified. The code itself is never readable. */
  verificationCode: z.boolean(),
  /** Time of the last acceptance of the policy. */
  policyAccepted: z.nullable(Ms),
  /** Accepted version of the policy. */
  policyVersion: z.nullable(z.int()),
  /** Language of the browser at the last visit. */
  languageCode: z.nullable(Lang),
  /** The voucher preselected for carts. */
  selectedDiscountId: z.nullable(Key),
  /** Whether this person gets e-mails about meetups; true until they unsubscribe. */
  meetupMails: z.boolean(),
  /** True while the account waits for its erasure. */
  deleted: z.boolean(),
  /** Time of the domain clock at which the account is erased; null unless `deleted`. */
  erasedAt: z.nullable(Ms),
});
export type User = z.infer<typeof User>;

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

// Fields that this route can't change. A request that contains one is refused instead of ignored.
const notHere = z.optional(z.never());

const isShortEnough = (name: string): boolean => [...name].length <= NAME_MAX_LENGTH;

// Validated after cleaning (U06), because cleaning may leave nothing of a name.
const Name = z.pipe(
  z.pipe(z.string().check(z.maxLength(500)), z.transform(cleanName)),
  z.string().check(z.minLength(1), z.refine(isShortEnough)),
);

// Loose on purpose: people write numbers in many notations.
const PhoneNumber = z.string().check(z.trim(), z.maxLength(40), z.regex(/^[+(\d][\d ()/.-]{2,}$/));

/** Changes of the user's own document. Absent fields stay unchanged. */
export const UserChanges = z.object({
  /** Name that others see; cleaned and never empty. */
  displayName: z.optional(Name),
  /** First name for the payment provider; cleaned and never empty. */
  firstName: z.optional(Name),
  /** Last name for the payment provider; cleaned and never empty. */
  lastName: z.optional(Name),
  /** Phone number; null removes it. */
  phoneNumber: z.optional(z.nullable(PhoneNumber)),
  /** Whether other users find this person by search. */
  visible: z.optional(z.boolean()),
  /** Whether this person gets e-mails about meetups. */
  meetupMails: z.optional(z.boolean()),
  /** Keys of the tags this person likes; replaces all earlier ones. */
  tasteKeys: z.optional(z.array(Key).check(z.maxLength(100))),
  /** The voucher preselected for carts; null for none. */
  selectedDiscountId: z.optional(z.nullable(Key)),
  /** Language of the browser. The only field that anonymous visitors may set. */
  languageCode: z.optional(Lang),
  /** Accepts the present policy: stores date and version. */
  policyAccepted: z.optional(z.literal(true)),
  /** Adds and removes favourites, so that two pages never undo each other's changes. */
  favorites: z.optional(
    z.object({
      /** Keys to add. Existing favourites stay. */
      add: z._default(z.array(Key).check(z.maxLength(100)), []),
      /** Keys to remove; has priority over `add`. */
      remove: z._default(z.array(Key).check(z.maxLength(100)), []),
    }),
  ),
  /** Never changes. */
  uid: notHere,
  /** Changed by its own route, with the password. */
  email: notHere,
  /** Set by the code of a mail. */
  verificationCode: notHere,
  /** Changed by its own routes. */
  deleted: notHere,
  /** Changed with the picture. */
  photoURL: notHere,
});
export type UserChanges = z.infer<typeof UserChanges>;

/** Changes the caller's own user document. Anonymous visitors may only set the language. */
export const patchMe = defineRoute({
  name: 'patchMe',
  method: 'PATCH',
  path: '/api/users/me',
  access: 'any',
  body: UserChanges,
  answer: User,
  errors: ['registrationRequired', 'ErrorNameIdentical'],
});
