export { passkeysChanged, usePasskeys } from './passkey-list';
export { usePasskeyProof } from './passkey-proof';
export { canOfferPasskeys, cancelPasskeyRequest, canUsePasskeys, createPasskey, requestPasskey } from './webauthn';
