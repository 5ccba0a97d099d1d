import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@mahlzeit/contract';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40];

/** Ways in which a test's authenticator gives another answer than a genuine one. */
export interface Forgery {
  /** Origin of the page that asks the authenticator. */
  readonly origin?: string;
  /** Id of the site that the authenticator signs. */
  readonly rpId?: string;
  readonly challenge?: string;
  readonly isUserVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  /** Whether the key of another authenticator signs the answer. */
  readonly isSignedByStranger?: boolean;
}

/** An authenticator of a test, together with a browser. It holds one passkey. */
export interface FakeAuthenticator {
  readonly credentialId: string;
  create(options: PasskeyCreationOptions, forgery?: Forgery): PasskeyAttestation;
  use(options: PasskeyRequestOptions, forgery?: Forgery): PasskeyAssertion;
}

/** Creates an authenticator for tests, whose browser shows a page of this origin. */
export const createFakeAuthenticator = (pageOrigin: string): FakeAuthenticator => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' });
  const credentialBytes = randomBytes(32);
  const credentialId = credentialBytes.toString('base64url');
  let [useCount, storedHandle] = [0, ''];

  const clientDataOf = (type: string, challenge: string, forgery: Forgery): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: forgery.challenge ?? challenge,
        origin: forgery.origin ?? pageOrigin,
        crossOrigin: false,
      }),
    );
  const authenticatorDataOf = (rpId: string, flags: number, forgery: Forgery): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forgery.counter ?? useCount);
    const userFlags = USER_PRESENT | (forgery.isUserVerified === false ? 0 : USER_VERIFIED);
    return Buffer.concat([sha256(forgery.rpId ?? rpId), Buffer.of(userFlags | flags), counter]);
  };
  const attestedCredential = (): Buffer => {
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(credentialBytes.length);
    const coseKey = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    return Buffer.concat([Buffer.alloc(16), idLength, credentialBytes, isoCBOR.encode(coseKey)]);
  };

  return {
    credentialId,
    create({ challenge, rp, user }, forgery = {}) {
      storedHandle = user.id;
      const authData = Buffer.concat([authenticatorDataOf(rp.id, HAS_CREDENTIAL, forgery), attestedCredential()]);
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ]);
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: clientDataOf('webauthn.create', challenge, forgery).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    use({ challenge, rpId }, forgery = {}) {
      useCount += 1;
      const clientData = clientDataOf('webauthn.get', challenge, forgery);
      const authenticatorData = authenticatorDataOf(rpId, 0, forgery);
      const { privateKey } =
        forgery.isSignedByStranger === true ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : keys;
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: forgery.userHandle ?? storedHandle,
        },
      };
    },
  };
};
