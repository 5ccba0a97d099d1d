import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { NAME_MAX_LENGTH } from './limits';
import { atMostCharacters, MAX_UNCLEANED_LENGTH } from './text-limits';
import { cleanName } from './typed-text';
import { Key, Lang, Ms, ReleaseChannel } from './values';

/** The user's own document. Other users can't read it. */
export const User = z.object({
  /** Id of the user, equal to `Account.uid`. */
  uid: Key,
  /** E-mail address; null while the user is anonymous. */
  email: z.nullable(z.string()),
  /** New e-mail address whose code the user hasn't entered yet; null without a change. */
  pendingEmail: z.nullable(z.string()),
  /** Name of the user, as in `Account`; null while the user is anonymous. */
  displayName: z.nullable(z.string()),
  /** Whether the user has chosen the name. Other users see no name of a user who hasn't. */
  named: z.boolean(),
  /** URL of the profile picture; null without a picture. */
  photoURL: z.nullable(z.string()),
  /** Phone number that a restaurant gets with an order; null without one. */
  phoneNumber: z.nullable(z.string()),
  /** First name, sent to the payment provider; null until the user enters it. */
  firstName: z.nullable(z.string()),
  /** Last name, sent to the payment provider; null until the user enters it. */
  lastName: z.nullable(z.string()),
  /** Whether other users can find this user by search. */
  visible: z.boolean(),
  /** Keys of the contacts and restaurants that the user marked as favourites. */
  favorites: z.array(Key),
  /** Keys of the tags (for example cuisines) that the user likes. */
  tasteKeys: z.array(Key),
  /** True when the e-mail address is verified. No response contains the code itself. */
  verificationCode: z.boolean(),
  /** Time at which the user last accepted the privacy policy; null before. */
  policyAccepted: z.nullable(Ms),
  /** Version of the privacy policy that the user accepted; null before. */
  policyVersion: z.nullable(z.int()),
  /** Language of the browser at the last visit. */
  languageCode: z.nullable(Lang),
  /** Key of the voucher that carts preselect; null without one. */
  selectedDiscountId: z.nullable(Key),
  /** Whether this user gets e-mails about meetups; true until they unsubscribe. */
  meetupMails: z.boolean(),
  /** Channel whose releases this user's browsers get from their next page on; `stable` until the user chooses. */
  releaseChannel: ReleaseChannel,
  /** True from the user's deletion of the account until it is erased or restored. */
  deleted: z.boolean(),
  /** Time, by the gateway's clock, at which the account is erased; null unless `deleted`. */
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

// Type of the fields that `patchMe` can't change. A request that contains such a field is refused; otherwise the
// gateway would ignore the field silently.
const unchangeableField = z.optional(z.never());

// Checks the cleaned name (U06), because cleaning may remove all its characters.
const Name = z.pipe(
  z.pipe(z.string().check(z.maxLength(MAX_UNCLEANED_LENGTH)), z.transform(cleanName)),
  z.string().check(z.minLength(1), ...atMostCharacters(NAME_MAX_LENGTH)),
);

// Accepts many notations on purpose, because people write phone numbers in different ways.
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
  /** Channel whose releases this user's browsers get. The answer also sets the channel's cookie in this browser. */
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
   * Keys to add to the favourites and to remove from them. A complete list would let two open pages overwrite each
   * other's changes.
   */
  favorites: z.optional(
    z.object({
      /** Keys to add. Existing favourites stay. */
      add: z._default(z.array(Key).check(z.maxLength(100)), []),
      /** Keys to remove. A key in both lists is removed. */
      remove: z._default(z.array(Key).check(z.maxLength(100)), []),
    }),
  ),
  /** The uid never changes. */
  uid: unchangeableField,
  /** The e-mail address has its own route, which asks for the password. */
  email: unchangeableField,
  /** Only a correct code from an e-mail verifies the address. */
  verificationCode: unchangeableField,
  /** Deletion and restoration have routes of their own. */
  deleted: unchangeableField,
  /** The upload and the removal of the picture change this URL. */
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
