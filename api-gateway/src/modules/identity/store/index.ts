export type { StoredCode } from './credentials-repository';
export { createDeviceRepository } from './device-repository';
export type { SessionDevice, StoredDevice } from './device-repository';
export { createIdentityStore, identityWriteIn } from './identity-store';
export type { IdentityPorts, IdentityRows, IdentityStore, IdentityTransaction } from './identity-store';
export type { StoredEmailUndo } from './email-undo-repository';
export { createMailReaderRepository, MAIL_TOKEN_COLUMN } from './mail-reader-repository';
export { createPasskeyRepository } from './passkey-repository';
export type { PasskeyPurpose, StoredPasskey } from './passkey-repository';
export { createPeopleRepository } from './people-repository';
export type {
  NameFields,
  OnPersonChanged,
  PeopleRepository,
  PersonState,
  PublicPerson,
  PersonSearchEntry,
} from './people-repository';
export { createProviderLinkRepository } from './provider-link-repository';
export { createSecondStepRepository, SECOND_STEP_SECRET_COLUMN } from './second-step-repository';
export type { StoredTicket } from './second-step-repository';
export { createSessionRepository, listSessionOwners, sessionRowIdOf } from './session-repository';
export type { StoredRefreshToken, StoredSession } from './session-repository';
export {
  SIGN_IN_ATTEMPT_LIFETIME_MS,
  SIGN_IN_CODE_LIFETIME_MS,
  SIGN_IN_PAGE_CODE_LIFETIME_MS,
  createThirdPartyStore,
  ForeignPerson,
  createSignInSecret,
  sha256Base64Url,
} from './third-party-repository';
export type {
  ConfirmedAttempt,
  SignInAttempt,
  ThirdPartyRows,
  ThirdPartyStore,
  ThirdPartyWrite,
} from './third-party-repository';
export { createAvatarRepository, createUserRepository } from './user-repository';
export type { StoredUser } from './user-repository';
