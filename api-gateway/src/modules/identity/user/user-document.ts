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
import { displayNameOf, erasedAtOf } from './user-rules';

/** Characters of connection codes: no 0 and O, no 1 and I, because people read the codes aloud to each other. */
const CONNECTION_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const CONNECTION_CODE_LENGTH = 8;

/**
 * Creates a random code that connects two people as contacts: eight characters from an alphabet of 32, which are 40
 * random bits.
 */
export const createConnectionCode = (): string =>
  Array.from(randomBytes(CONNECTION_CODE_LENGTH), (randomByte) =>
    CONNECTION_CODE_ALPHABET.charAt(randomByte % CONNECTION_CODE_ALPHABET.length),
  ).join('');

/** Builds the link that opens the app with a connection code (contract §1). */
const connectionLinkOf = (publicUrl: string, connectionCode: string): string =>
  `${publicUrl}/restaurants#addcontacts/${connectionCode}`;

/** Creates random connection codes until one is free. Returns the free code. */
export const drawFreeConnectionCode = async (identityRows: IdentityRows): Promise<string> => {
  for (;;) {
    const connectionCode = createConnectionCode();
    if (!(await identityRows.users.isConnectionCodeTaken(connectionCode))) return connectionCode;
  }
};

/**
 * Returns the fields of a user's name as the user sees them: until a name is chosen, the part of the e-mail address
 * before the @.
 */
const presentOwnName = ({ displayName, email }: StoredUser): Pick<User, 'displayName' | 'named'> => ({
  displayName: displayName ?? (email === null ? null : displayNameOf(email)),
  named: displayName !== null,
});

/** Converts a stored user to the user document, which only the user receives. */
export const presentUser = (user: StoredUser): User => ({
  uid: user.uid,
  email: user.email,
  pendingEmail: user.emailChange?.email ?? null,
  ...presentOwnName(user),
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
  releaseChannel: user.releaseChannel,
  deleted: user.deletedAt !== null,
  erasedAt: user.deletedAt === null ? null : erasedAtOf(user.deletedAt),
});

/**
 * Converts a stored user to the account that responses contain. `publicUrl` is the start of the user's connection link.
 */
export const presentAccount = (user: StoredUser, publicUrl: string): Account => ({
  uid: user.uid,
  email: user.email,
  pendingEmail: user.emailChange?.email ?? null,
  isAnonymous: user.isAnonymous,
  ...presentOwnName(user),
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
  identityRows: IdentityTransaction,
  user: StoredUser,
  { isNew }: { readonly isNew: boolean },
): Promise<void> => {
  const previousUser = isNew ? null : await identityRows.users.find(user.uid);
  await (isNew ? identityRows.users.insert(user) : identityRows.users.update(user));
  identityRows.record(userLogName(user.uid), {
    kind: 'put',
    collection: 'user',
    key: user.uid,
    value: presentUser(user),
  });
  if (previousUser === null) return;
  const personChange = { uid: user.uid, before: personStateOf(previousUser), after: personStateOf(user) };
  if (!isDeepStrictEqual(personChange.before, personChange.after)) await identityRows.personChanged(personChange);
};

/** Source of the user document in the live topic `me`. Visitors without an account have a user document, too. */
export const userTopicSource: TopicSource = {
  pattern: meTopic,
  logName: (callerSession) => userLogName(callerSession.uid),

  mayRead: mayReadOwnUser,

  async snapshot(callerSession, _param, knex) {
    const user = await createUserRepository(knex).find(callerSession.uid);
    return user === null ? [] : [{ collection: 'user', key: user.uid, value: presentUser(user) }];
  },
};
