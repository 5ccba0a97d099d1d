import type { Account, User } from '@mahlzeit/contract';
import { connectionLinkOf } from './connection-code';
import { erasedAtOf } from './deletion/deletion-rules';
import type { StoredUser } from './stored-user';

/** The user document as its owner reads it. */
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
  deleted: user.deletedAt !== null,
  erasedAt: user.deletedAt === null ? null : erasedAtOf(user.deletedAt),
});

/** The account as the shell shows it. */
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
