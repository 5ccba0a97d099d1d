export { encodeKeyRing, expiryOf, replacedAtOf } from './key-ring';
export type { KeyRing } from './key-ring';
export {
  createStoredKeysRemoval,
  findRingFit,
  forgetClaim,
  openSecrets,
  RING_NOTICED_MS,
  whereRingIs,
} from './open-secrets';
export type { OpenedSecrets, SecretsDeps } from './open-secrets';
export { createResealJob } from './reseal-job';
export { rotateSecrets } from './rotate-secrets';
export { placeOf } from './sealed-columns-repository';
export type { SealedColumn } from './sealed-columns-repository';
export { isSealed } from './sealed-text';
export type { SecretKey, SecretKeys, Secrets, TextSealing } from './secrets';
