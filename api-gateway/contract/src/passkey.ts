import * as z from '@mahlzeit/contract/zod';
import { Account, Session } from './auth';
import { NAME_MAX_LENGTH } from './limits';
import { defineRoute } from './route';
import { atMostCharacters, MAX_UNCLEANED_LENGTH } from './text-limits';
import { cleanName } from './typed-text';
import { Empty, Key, LookupKey, Ms } from './values';

/** Maximum number of passkeys of one account. */
export const MAX_PASSKEYS = 20;

// Binary data of WebAuthn travels as base64url without padding.
const binary = (maxLength: number) => z.string().check(z.maxLength(maxLength), z.regex(/^[A-Za-z0-9_-]+$/));

// WebAuthn limits the id of a credential to 1,023 bytes.
const CredentialId = binary(1_364);

/** A passkey of the caller, by which they sign in without a password. */
export const Passkey = z.object({
  /** Names the passkey in requests. It isn't the id that the authenticator knows. */
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
  /** Id of the credential. */
  id: CredentialId,
  /** The only type of credential. */
  type: z.literal('public-key'),
  /** Ways to the authenticator: `internal`, `hybrid`, `usb`, and others that browsers may add. */
  transports: z.array(z.string()),
});

/** Options with which a browser creates a passkey, `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreationOptions = z.object({
  /** Random bytes that the authenticator signs. They are good for one passkey, within five minutes. */
  challenge: binary(64),
  /** The site to which the passkey belongs. */
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
      /** The only type of credential. */
      type: z.literal('public-key'),
      /** Number of the algorithm in COSE's registry. */
      alg: z.int(),
    }),
  ),
  /** Milliseconds within which the user must finish. */
  timeout: z.int(),
  /** The gateway doesn't ask which make of authenticator it is. */
  attestation: z.literal('none'),
  /** Passkeys that the account has. An authenticator with one of them creates no second one. */
  excludeCredentials: z.array(CredentialDescriptor),
  /** Properties that the authenticator must have. */
  authenticatorSelection: z.object({
    /** The authenticator lists the passkey without being told an account. */
    residentKey: z.literal('required'),
    /** The same for older browsers. */
    requireResidentKey: z.literal(true),
    /** The authenticator checks a fingerprint, a face or a PIN. */
    userVerification: z.literal('required'),
  }),
});
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

/** Options with which a browser uses a passkey, `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyRequestOptions = z.object({
  /** Random bytes that the authenticator signs. They are good for one use, within five minutes. */
  challenge: binary(64),
  /** Host name of the site to which the passkeys belong. */
  rpId: z.string(),
  /** Milliseconds within which the user must finish. */
  timeout: z.int(),
  /** The authenticator checks a fingerprint, a face or a PIN. */
  userVerification: z.literal('required'),
  /** Passkeys that may be used; empty for any passkey of this site. */
  allowCredentials: z.array(CredentialDescriptor),
});
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

/** A created passkey, `RegistrationResponseJSON` of WebAuthn without the fields that the gateway doesn't read. */
export const PasskeyAttestation = z.object({
  /** Id of the credential. */
  id: CredentialId,
  /** The same id. */
  rawId: CredentialId,
  /** The only type of credential. */
  type: z.literal('public-key'),
  /** Answer of the authenticator. */
  response: z.object({
    /** JSON with challenge, origin and type, as the browser has signed it. */
    clientDataJSON: binary(8_000),
    /** Key, id and flags of the authenticator, in CBOR. */
    attestationObject: binary(40_000),
    /** Ways to the authenticator, which later requests repeat to the browser. */
    transports: z._default(z.array(z.string().check(z.regex(/^[a-z-]{1,32}$/))).check(z.maxLength(10)), []),
  }),
});
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

/** A used passkey, `AuthenticationResponseJSON` of WebAuthn without the fields that the gateway doesn't read. */
export const PasskeyAssertion = z.object({
  /** Id of the credential. */
  id: CredentialId,
  /** The same id. */
  rawId: CredentialId,
  /** The only type of credential. */
  type: z.literal('public-key'),
  /** Answer of the authenticator. */
  response: z.object({
    /** JSON with challenge, origin and type, as the browser has signed it. */
    clientDataJSON: binary(8_000),
    /** Site, flags and counter of the authenticator. */
    authenticatorData: binary(4_000),
    /** Signature over both. */
    signature: binary(4_000),
    /** Handle of the account, as the authenticator has stored it. */
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

/** Returns the options for a new passkey. Needs a proof of identity within the last five minutes. */
export const beginPasskey = defineRoute({
  name: 'beginPasskey',
  method: 'POST',
  path: '/api/auth/passkeys/options',
  access: 'loggedIn',
  body: Empty,
  answer: PasskeyCreationOptions,
  errors: ['reauthenticationRequired', 'listFull', 'ErrorTooManyAttempts'],
});

/** A created passkey, and its first name. */
export const NewPasskey = z.object({
  /** Name of the device; cleaned and never empty. */
  name: PasskeyName,
  /** The passkey, as the browser has created it with the options of `beginPasskey`. */
  credential: PasskeyAttestation,
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/**
 * Adds a passkey to the caller's account. Needs a proof of identity within the last five minutes. Fails with
 * `passkeyInvalid` for a passkey of another origin or site, without a check of the user, or with a challenge that is
 * used or expired.
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
 * Removes one of the caller's passkeys. Needs a proof of identity within the last five minutes. Fails with
 * `lastSignInMethod` where the caller couldn't sign in any more.
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

/** Returns the options with which somebody signs in by a passkey. They name no account. */
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
 * Signs in by a passkey. It needs no second step, because the device has checked its owner. Fails with `passkeyUnknown`
 * for a passkey that the account has no longer, and with `passkeyInvalid` as `addPasskey` does.
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

/** Returns the options with which the caller proves their identity by one of their passkeys. */
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

/** New e-mail address as typed, and the proof by which it is asked for. */
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
