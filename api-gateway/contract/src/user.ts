import * as z from '@mahlzeit/contract/zod';
import { Key, Lang, Ms, ReleaseChannel } from './values';

/** The user's own document. Other users can't read it. */
export const User = z.object({
  /** Id of the user, equal to `Account.uid`. */
  uid: Key,
  /** E-mail address; null while the user is anonymous. */
  email: z.nullable(z.string()),
  /** New e-mail address whose code the user hasn't entered yet; null when no change is pending. */
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
  /** True when the e-mail address is verified. Despite its name, the field never contains a code. */
  verificationCode: z.boolean(),
  /** Time at which the user last accepted the privacy policy; null before the first time. */
  policyAccepted: z.nullable(Ms),
  /** Version of the privacy policy that the user accepted last; null before the first time. */
  policyVersion: z.nullable(z.int()),
  /** Language of the browser at the last visit. */
  languageCode: z.nullable(Lang),
  /** Key of the voucher that carts preselect; null without one. */
  selectedDiscountId: z.nullable(Key),
  /** Whether this user gets e-mails about meetups; true until the user unsubscribes. */
  meetupMails: z.boolean(),
  /** Channel whose releases this user's browsers get from their next page on; `stable` until the user chooses. */
  releaseChannel: ReleaseChannel,
  /** True from the time at which the user deletes the account until it is erased or restored. */
  deleted: z.boolean(),
  /** Time, by the gateway's clock, at which a deleted account is erased; null for an account that isn't deleted. */
  erasedAt: z.nullable(Ms),
});
export type User = z.infer<typeof User>;
