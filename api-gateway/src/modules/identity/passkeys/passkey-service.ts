import { randomBytes } from 'node:crypto';
import { err, MAX_PASSKEYS, ok } from '@mahlzeit/contract';
import type { NewPasskey, Passkey, PasskeyCreationOptions, Result } from '@mahlzeit/contract';
import texts from '../../../../locales/de.json';
import { consumeAttempt, fillText, randomKey } from '../../../platform';
import type { CallerSession, Clock, RateLimiter, RouteError } from '../../../platform';
import { securityLinkOf } from '../session';
import type { IdentityRows, IdentityStore, IdentityTransaction, StoredPasskey, StoredUser } from '../store';
import { isFreshProof, presentUser } from '../user';
import { CHALLENGE_LIFETIME_MS } from './passkey-challenges';
import type { PasskeyChallenges } from './passkey-challenges';
import { descriptorOf } from './passkey-options';
import { PASSKEY_ALGORITHMS } from './relying-party';
import type { RelyingParty } from './relying-party';

export interface PasskeyServiceDeps {
  readonly store: IdentityStore;
  readonly relyingParty: RelyingParty;
  readonly challenges: PasskeyChallenges;
  readonly clock: Clock;
  /** Limits the passkey challenges of one user. */
  readonly limiter: RateLimiter;
  readonly publicUrl: string;
}

type FreshProofError = 'reauthenticationRequired' | 'unauthenticated';

/** Service with which users list, add, rename and remove their passkeys. */
export interface PasskeyService {
  list(uid: string): Promise<Result<Passkey[], never>>;
  /** Returns the WebAuthn options for a new passkey. */
  begin(
    callerSession: CallerSession,
  ): Promise<Result<PasskeyCreationOptions, FreshProofError | 'listFull' | RouteError>>;
  add(
    callerSession: CallerSession,
    newPasskey: NewPasskey,
  ): Promise<Result<Passkey, FreshProofError | 'passkeyInvalid' | 'listFull'>>;
  rename(uid: string, key: string, name: string): Promise<Result<Passkey, 'notFound'>>;
  remove(
    callerSession: CallerSession,
    key: string,
  ): Promise<Result<Record<never, never>, FreshProofError | 'notFound' | 'lastSignInMethod'>>;
}

const PRODUCT_NAME = 'Mahlzeit';

const USER_HANDLE_BYTES = 32;

const presentPasskey = ({ key, name, createdAt, lastUsedAt }: StoredPasskey): Passkey => ({
  key,
  name,
  createdAt,
  lastUsedAt,
});

/** Checks whether a user can sign in without any passkey: by a password or at a third party. */
const hasOtherSignInMethod = async (
  { providerLinks }: Pick<IdentityRows, 'providerLinks'>,
  { uid, passwordHash }: StoredUser,
): Promise<boolean> => passwordHash !== null || (await providerLinks.listOf(uid)).length > 0;

const accountNamesOf = (user: StoredUser): { readonly name: string; readonly displayName: string } => {
  const displayName = presentUser(user).displayName ?? '';
  return { name: user.email ?? (displayName === '' ? PRODUCT_NAME : displayName), displayName };
};

/** Creates the service of passkeys. The owner gets an e-mail about each added and each removed passkey. */
export const createPasskeyService = ({
  store,
  relyingParty,
  challenges,
  clock,
  limiter,
  publicUrl,
}: PasskeyServiceDeps): PasskeyService => {
  const tellOwner = async (
    { users, mail }: IdentityTransaction,
    { uid, name }: StoredPasskey,
    change: 'added' | 'removed',
  ): Promise<void> => {
    const email = (await users.find(uid))?.email ?? null;
    if (email === null) return;
    await mail({
      kind: 'signInWayChanged',
      to: email,
      change,
      provider: fillText(texts.passkeyNamed, { name }),
      securityLink: securityLinkOf(publicUrl),
    });
  };

  const hasFreshProof = ({ authTime }: CallerSession): boolean => isFreshProof(authTime, clock.realNow());

  /** Returns the random handle of the account for authenticators, which is created with the account's first passkey. */
  const findOrCreateHandle = (uid: string): Promise<string> =>
    store.write(async ({ passkeys }) => {
      const storedHandle = await passkeys.findHandle(uid);
      if (storedHandle !== null) return storedHandle;
      const handle = randomBytes(USER_HANDLE_BYTES).toString('base64url');
      await passkeys.insertHandle(uid, handle);
      return handle;
    });

  return {
    list: async (uid) => ok((await store.read(({ passkeys }) => passkeys.listOf(uid))).map(presentPasskey)),

    async begin(callerSession) {
      const { uid } = callerSession;
      if (!hasFreshProof(callerSession)) return err('reauthenticationRequired');
      const admission = await consumeAttempt(limiter, uid);
      if (!admission.ok) return admission;
      const { user, ownPasskeys } = await store.read(async ({ users, passkeys }) => ({
        user: await users.find(uid),
        ownPasskeys: await passkeys.listOf(uid),
      }));
      if (user === null) return err('unauthenticated');
      if (ownPasskeys.length >= MAX_PASSKEYS) return err('listFull');
      return ok({
        challenge: await challenges.issue({ purpose: 'create', uid }),
        rp: { id: relyingParty.id, name: PRODUCT_NAME },
        user: { id: await findOrCreateHandle(uid), ...accountNamesOf(user) },
        pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: CHALLENGE_LIFETIME_MS,
        attestation: 'none',
        excludeCredentials: ownPasskeys.map(descriptorOf),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      });
    },

    async add(callerSession, { name, credential }) {
      const { uid } = callerSession;
      if (!hasFreshProof(callerSession)) return err('reauthenticationRequired');
      const challenge = relyingParty.challengeIn(credential);
      if (challenge === null) return err('passkeyInvalid');
      const verifiedCredential = await relyingParty.verifyCreation(credential, challenge);
      if (verifiedCredential === null) return err('passkeyInvalid');
      return store.write(async (identityRows) => {
        if (!(await challenges.take(identityRows, challenge, { purpose: 'create', uid }))) return err('passkeyInvalid');
        if ((await identityRows.passkeys.listOf(uid)).length >= MAX_PASSKEYS) return err('listFull');
        // Refuses a passkey whose id belongs to somebody else: it must be a copy, because authenticators choose ids at
        // random.
        if ((await identityRows.passkeys.findByCredential(verifiedCredential.credentialId)) !== null)
          return err('passkeyInvalid');
        const newPasskey: StoredPasskey = {
          ...verifiedCredential,
          key: randomKey(),
          uid,
          transports: credential.response.transports,
          name,
          createdAt: clock.now(),
          lastUsedAt: null,
        };
        await identityRows.passkeys.insert(newPasskey);
        await tellOwner(identityRows, newPasskey, 'added');
        return ok(presentPasskey(newPasskey));
      });
    },

    rename: (uid, key, name) =>
      store.write(async (identityRows) => {
        const passkey = await identityRows.passkeys.find(uid, key);
        if (passkey === null) return err('notFound');
        await identityRows.passkeys.rename(key, name);
        return ok(presentPasskey({ ...passkey, name }));
      }),

    async remove(callerSession, key) {
      const { uid } = callerSession;
      if (!hasFreshProof(callerSession)) return err('reauthenticationRequired');
      return store.write(async (identityRows) => {
        const [user, ownPasskeys] = [await identityRows.users.find(uid), await identityRows.passkeys.listOf(uid)];
        if (user === null) return err('unauthenticated');
        const passkey = ownPasskeys.find((ownPasskey) => ownPasskey.key === key);
        if (passkey === undefined) return err('notFound');
        if (ownPasskeys.length === 1 && !(await hasOtherSignInMethod(identityRows, user)))
          return err('lastSignInMethod');
        await identityRows.passkeys.remove(key);
        await tellOwner(identityRows, passkey, 'removed');
        return ok({});
      });
    },
  };
};
