import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { meTopic } from '@mahlzeit/contract';
import type { Account, User } from '@mahlzeit/contract';
import { userLogName } from '../../../platform';
import type { TopicSource } from '../../../platform';
import { createUserRepository } from '../store';
import type { IdentityRows, IdentityTransaction, StoredUser } from '../store';
import { personStateOf } from './people';
import { mayReadOwnUser } from './user-policy';
import { erasedAtOf } from './user-rules';

/** Alphabet without 0 and O, 1 and I, because people read connection codes aloud to each other. */
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const CODE_LENGTH = 8;

/**
 * Draws a code that connects two people as contacts: eight characters from an alphabet of 32, which are 40 random bits.
 */
export const newConnectionCode = (): string =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_ALPHABET.charAt(byte % CODE_ALPHABET.length)).join('');

/** Builds the link that opens the app with a connection code (contract §1). */
const connectionLinkOf = (publicUrl: string, code: string): string => `${publicUrl}/restaurants#addcontacts/${code}`;

/** Draws a connection code that no user has. */
export const drawFreeConnectionCode = async (rows: IdentityRows): Promise<string> => {
  for (;;) {
    const code = newConnectionCode();
    if (!(await rows.users.isConnectionCodeTaken(code))) return code;
  }
};

/** Presents the user document to its owner. */
export const presentUser = (user: StoredUser): User => ({
  uid: user.uid,
  email: user.email,
  displayName: user.displayName,
  photoURL: user.photoURL,
  phoneNumber: user.phoneNumber,
  firstName: user.firstName,
  lastName: user.lastName,
  visible: user.isVisible,
  favorites: [...user.favorites],
  tasteKeys: [...user.tasteKeys],
  verificationCode: user.isEmailVerified,
  policyAccepted: user.policyAccepted,
  policyVersion: user.policyVersion,
  languageCode: user.languageCode,
  selectedDiscountId: user.selectedDiscountId,
  meetupMails: user.meetupMails,
  deleted: user.deletedAt !== null,
  erasedAt: user.deletedAt === null ? null : erasedAtOf(user.deletedAt),
});

/** Presents the account to the shell. */
export const presentAccount = (user: StoredUser, publicUrl: string): Account => ({
  uid: user.uid,
  email: user.email,
  isAnonymous: user.isAnonymous,
  displayName: user.displayName,
  photoURL: user.photoURL,
  visible: user.isVisible,
  verified: user.isEmailVerified,
  loggedIn: !user.isAnonymous,
  selectedDiscountId: user.selectedDiscountId,
  thirdParty: user.thirdParty,
  connectionLink: user.connectionCode === null ? null : connectionLinkOf(publicUrl, user.connectionCode),
  connectionCode: user.connectionCode,
  deleted: user.deletedAt !== null,
});

/**
 * Saves a user, records the change for the user's open pages and passes the new public state to other modules. The
 * services write a user's row through this function only.
 */
export const saveUser = async (
  rows: IdentityTransaction,
  user: StoredUser,
  { isNew }: { readonly isNew: boolean },
): Promise<void> => {
  const userBefore = isNew ? null : await rows.users.find(user.uid);
  await (isNew ? rows.users.insert(user) : rows.users.update(user));
  rows.record(userLogName(user.uid), { kind: 'put', collection: 'user', key: user.uid, value: presentUser(user) });
  if (userBefore === null) return;
  const personChange = { uid: user.uid, before: personStateOf(userBefore), after: personStateOf(user) };
  if (!isDeepStrictEqual(personChange.before, personChange.after)) await rows.personChanged(personChange);
};

/** Source of the user document in the live topic `me`; visitors have a user document, too. */
export const userSource: TopicSource = {
  pattern: meTopic,
  logName: (session) => userLogName(session.uid),

  mayRead: mayReadOwnUser,

  async snapshot(session, _param, knex) {
    const user = await createUserRepository(knex).find(session.uid);
    return user === null ? [] : [{ collection: 'user', key: user.uid, value: presentUser(user) }];
  },
};
