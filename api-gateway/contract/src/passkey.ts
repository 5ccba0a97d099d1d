import * as z from '@mahlzeit/contract/zod';
import { Account, Session } from './auth';
import { NAME_MAX_LENGTH } from './limits';
import { defineRoute } from './route';
import { atMostCharacters, MAX_UNCLEANED_LENGTH } from './text-limits';
import { cleanName } from './typed-text';
import { Empty, Key, LookupKey, Ms } from './values';

/** Maximum number of passkeys of one account. */
export const MAX_PASSKEYS = 20;

// Schema of binary data in WebAuthn, which travels as base64url without padding.
const binary = (maxLength: number) => z.string().check(z.maxLength(maxLength), z.regex(/^[A-Za-z0-9_-]+$/));

// WebAuthn limits the id of a credential to 1,023 bytes.
const CredentialId = binary(1_364);

/** A passkey of the caller, by which they sign in without a password. */
export const Passkey = z.object({
  /** Key of the passkey in requests. The authenticator knows the passkey by another id. */
  key: Key,
  /** Name that the user has chosen; at first that of their device. */
  name: z.string(),
  /** Time at which the passkey was added, by the gateway's clock. */
  createdAt: Ms,
  /** Time of the last sign-in or proof with the passkey, by the gateway's clock; null before the first one. */
  lastUsedAt: z.nullable(Ms),
});
export type Passkey = z.infer<typeof Passkey>;

const PasskeyName = z.pipe(
  z.pipe(z.string().check(z.maxLength(MAX_UNCLEANED_LENGTH)), z.transform(cleanName)),
  z.string().check(z.minLength(1), ...atMostCharacters(NAME_MAX_LENGTH)),
);

/** A credential that an authenticator knows, `PublicKeyCredentialDescriptorJSON` of WebAuthn. */
const CredentialDescriptor = z.object({
  /** Id of the credential, as the authenticator knows it. */
  id: CredentialId,
  /** Type of the credential; WebAuthn has only this one. */
  type: z.literal('public-key'),
  /**
   * Ways by which the browser reaches the authenticator: `internal`, `hybrid`, `usb`, and others that browsers may add.
   */
  transports: z.array(z.string()),
});

/** Options with which a browser creates a passkey, `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreationOptions = z.object({
  /** Random bytes that the authenticator signs. They are valid for one passkey and for five minutes. */
  challenge: binary(64),
  /** The site (relying party) to which the passkey belongs. */
  rp: z.object({
    /** Host name of the site. */
    id: z.string(),
    /** Name of the product, which the device shows. */
    name: z.string(),
  }),
  /** The account to which the passkey belongs. */
  user: z.object({
    /** Random handle of the account. It tells nothing about the user. */
    id: binary(86),
    /** E-mail address or name, by which the device lists the passkey. */
    name: z.string(),
    /** Name of the user; empty without one. */
    displayName: z.string(),
  }),
  /** Kinds of keys that the gateway can verify, the preferred one first. */
  pubKeyCredParams: z.array(
    z.object({
      /** Type of the credential; WebAuthn has only this one. */
      type: z.literal('public-key'),
      /** Number of the signature algorithm in the COSE registry. */
      alg: z.int(),
    }),
  ),
  /** Milliseconds within which the user must finish the creation of the passkey. */
  timeout: z.int(),
  /** `none`: the gateway doesn't ask for the make of the authenticator. */
  attestation: z.literal('none'),
  /** Passkeys that the account already has. An authenticator that holds one of them creates no second passkey. */
  excludeCredentials: z.array(CredentialDescriptor),
  /** Properties that the authenticator must have. */
  authenticatorSelection: z.object({
    /** `required`: the authenticator stores the passkey so that it can offer it without knowing the account. */
    residentKey: z.literal('required'),
    /** Same meaning as `residentKey: 'required'`, for older browsers. */
    requireResidentKey: z.literal(true),
    /** `required`: the authenticator verifies the user by a fingerprint, a face or a PIN. */
    userVerification: z.literal('required'),
  }),
});
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

/** Options with which a browser uses a passkey, `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyRequestOptions = z.object({
  /** Random bytes that the authenticator signs. They are valid for one sign-in or proof, and for five minutes. */
  challenge: binary(64),
  /** Host name of the site to which the passkeys belong. */
  rpId: z.string(),
  /** Milliseconds within which the user must finish the use of the passkey. */
  timeout: z.int(),
  /** `required`: the authenticator verifies the user by a fingerprint, a face or a PIN. */
  userVerification: z.literal('required'),
  /** Passkeys that the browser may use; empty for any passkey of this site. */
  allowCredentials: z.array(CredentialDescriptor),
});
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

/** A created passkey, `RegistrationResponseJSON` of WebAuthn without the fields that the gateway doesn't read. */
export const PasskeyAttestation = z.object({
  /** Id of the created credential. */
  id: CredentialId,
  /** Same value as `id`; WebAuthn sends both. */
  rawId: CredentialId,
  /** Type of the credential; WebAuthn has only this one. */
  type: z.literal('public-key'),
  /** Response of the authenticator that created the passkey. */
  response: z.object({
    /** JSON with challenge, origin and type, as the authenticator has signed it. */
    clientDataJSON: binary(8_000),
    /** Key, credential id and flags from the authenticator, encoded as CBOR. */
    attestationObject: binary(40_000),
    /** Ways by which the browser reaches the authenticator. Later requests send them back to the browser. */
    transports: z._default(z.array(z.string().check(z.regex(/^[a-z-]{1,32}$/))).check(z.maxLength(10)), []),
  }),
});
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

/** A used passkey, `AuthenticationResponseJSON` of WebAuthn without the fields that the gateway doesn't read. */
export const PasskeyAssertion = z.object({
  /** Id of the used credential. */
  id: CredentialId,
  /** Same value as `id`; WebAuthn sends both. */
  rawId: CredentialId,
  /** Type of the credential; WebAuthn has only this one. */
  type: z.literal('public-key'),
  /** Response of the authenticator that signed in the user. */
  response: z.object({
    /** JSON with challenge, origin and type, as the authenticator has signed it. */
    clientDataJSON: binary(8_000),
    /** Hash of the site, flags and signature counter from the authenticator. */
    authenticatorData: binary(4_000),
    /** Signature over `authenticatorData` and the hash of `clientDataJSON`. */
    signature: binary(4_000),
    /** Random handle of the account, as the authenticator has stored it. */
    userHandle: z.optional(binary(86)),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** Returns the caller's passkeys, the oldest first. */
export const getPasskeys = defineRoute({
  name: 'getPasskeys',
  method: 'GET',
  path: '/api/auth/passkeys',
  access: 'loggedIn',
  answer: z.array(Passkey),
  errors: [],
});

/** Returns the options for a new passkey. The caller must have proved their identity within the last five minutes. */
export const beginPasskey = defineRoute({
  name: 'beginPasskey',
  method: 'POST',
  path: '/api/auth/passkeys/options',
  access: 'loggedIn',
  body: Empty,
  answer: PasskeyCreationOptions,
  errors: ['reauthenticationRequired', 'listFull', 'ErrorTooManyAttempts'],
});

/** Request to add a passkey: the created passkey and its first name. */
export const NewPasskey = z.object({
  /** Name of the device, which becomes the name of the passkey; cleaned and never empty. */
  name: PasskeyName,
  /** The passkey, as the browser has created it with the options of `beginPasskey`. */
  credential: PasskeyAttestation,
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/**
 * Adds a passkey to the caller's account. The caller must have proved their identity within the last five minutes.
 * Fails with `passkeyInvalid` for a passkey of another origin or site, for one whose authenticator didn't verify the
 * user, and for a challenge that is used or expired.
 */
export const addPasskey = defineRoute({
  name: 'addPasskey',
  method: 'POST',
  path: '/api/auth/passkeys',
  access: 'loggedIn',
  body: NewPasskey,
  answer: Passkey,
  errors: ['reauthenticationRequired', 'passkeyInvalid', 'listFull'],
});

const passkeyParams = z.object({
  /** Key of one of the caller's passkeys. */
  key: LookupKey,
});

/** A new name for a passkey. */
export const PasskeyChanges = z.object({
  /** Name that the user has typed; cleaned and never empty. */
  name: PasskeyName,
});
export type PasskeyChanges = z.infer<typeof PasskeyChanges>;

/** Renames one of the caller's passkeys. */
export const renamePasskey = defineRoute({
  name: 'renamePasskey',
  method: 'PATCH',
  path: '/api/auth/passkeys/:key',
  access: 'loggedIn',
  params: passkeyParams,
  body: PasskeyChanges,
  answer: Passkey,
  errors: ['notFound'],
});

/**
 * Removes one of the caller's passkeys. The caller must have proved their identity within the last five minutes. Fails
 * with `lastSignInMethod` when the caller couldn't sign in any more without this passkey.
 */
export const removePasskey = defineRoute({
  name: 'removePasskey',
  method: 'DELETE',
  path: '/api/auth/passkeys/:key',
  access: 'loggedIn',
  params: passkeyParams,
  answer: Empty,
  errors: ['notFound', 'reauthenticationRequired', 'lastSignInMethod'],
});

/** Returns the WebAuthn options with which somebody signs in by a passkey. The options name no account. */
export const beginPasskeySignIn = defineRoute({
  name: 'beginPasskeySignIn',
  method: 'POST',
  path: '/api/auth/passkeys/sign-in/options',
  access: 'none',
  body: Empty,
  answer: PasskeyRequestOptions,
  errors: ['notAllowed', 'ErrorTooManyAttempts'],
});

/**
 * Signs in by a passkey. No second step follows, because the device has verified its owner. Fails with `passkeyUnknown`
 * for a passkey that was removed from the account, and with `passkeyInvalid` in the same cases as `addPasskey`.
 */
export const signInWithPasskey = defineRoute({
  name: 'signInWithPasskey',
  method: 'POST',
  path: '/api/auth/passkeys/sign-in',
  access: 'none',
  body: PasskeyAssertion,
  answer: Session,
  errors: ['passkeyInvalid', 'passkeyUnknown', 'ErrorAuthDisabled', 'notAllowed', 'ErrorTooManyAttempts'],
});

/** Returns the WebAuthn options with which the caller proves their identity by one of their passkeys. */
export const beginPasskeyProof = defineRoute({
  name: 'beginPasskeyProof',
  method: 'POST',
  path: '/api/auth/passkeys/proof/options',
  access: 'loggedIn',
  body: Empty,
  answer: PasskeyRequestOptions,
  errors: ['ErrorTooManyAttempts'],
});

/** Proves the caller's identity by a passkey. The session continues with a new auth_time. */
export const proveByPasskey = defineRoute({
  name: 'proveByPasskey',
  method: 'POST',
  path: '/api/auth/passkeys/proof',
  access: 'loggedIn',
  body: PasskeyAssertion,
  answer: Session,
  errors: ['passkeyInvalid', 'passkeyUnknown', 'ErrorTooManyAttempts'],
});

/** Request to change the e-mail address: the new address as typed, and a passkey as proof of identity. */
export const PasskeyEmailChange = z.object({
  /** E-mail address. The service trims it, lower-cases it and validates it, so that each error has its own code. */
  email: z._default(z.string(), ''),
  /** A passkey of the caller, used with the options of `beginPasskeyProof`. */
  credential: PasskeyAssertion,
});
export type PasskeyEmailChange = z.infer<typeof PasskeyEmailChange>;

/** Asks for another e-mail address as `changeEmail` does, with a passkey instead of the password. */
export const changeEmailByPasskey = defineRoute({
  name: 'changeEmailByPasskey',
  method: 'PUT',
  path: '/api/auth/passkeys/email',
  access: 'loggedIn',
  body: PasskeyEmailChange,
  answer: Account,
  errors: [
    'ErrorEmailEmpty',
    'ErrorEmailInvalid',
    'ErrorEmailIdentical',
    'passkeyInvalid',
    'passkeyUnknown',
    'thirdPartyAccount',
    'ErrorEmailTaken',
    'ErrorTooManyAttempts',
  ],
});
