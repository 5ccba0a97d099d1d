import { err, ok } from '@mahlzeit/contract';
import type { Result, SignInWays, ThirdParty } from '@mahlzeit/contract';
import type { CallerSession, Clock } from '../../../platform';
import type { VerificationService } from '../credentials';
import { securityLinkOf } from '../session';
import type { ConfirmedAttempt, StoredUser, ThirdPartyRows, ThirdPartyStore, ThirdPartyWrite } from '../store';
import { isFreshProof, saveUser } from '../user';
import type { ForeignAccounts } from './foreign-account';

interface LinkServiceDeps {
  readonly store: ThirdPartyStore;
  readonly foreignAccounts: Pick<ForeignAccounts, 'updateEmail'>;
  readonly verification: Pick<VerificationService, 'sendCode'>;
  readonly clock: Clock;
  readonly publicUrl: string;
}

type LinkError = 'notAllowed' | 'providerTaken' | 'reauthenticationRequired' | 'signInCodeInvalid' | 'unauthenticated';

type UnlinkError = 'notAllowed' | 'reauthenticationRequired' | 'unauthenticated';

/** Service of the ways to sign in to an account, and of its links to accounts at third parties. */
export interface LinkService {
  readWays(uid: string): Promise<SignInWays>;
  /**
   * Links the person whom a third party has identified to the caller's account. The caller must have proved their
   * identity recently, because the link allows a new way to sign in. Fails with `providerTaken` when this person is
   * linked to another account, or the caller's account to another person of this third party.
   */
  linkAccount(attempt: ConfirmedAttempt, caller: CallerSession): Promise<Result<StoredUser, LinkError>>;
  /**
   * Removes a link. Needs a fresh proof of the caller's identity. Returns `notAllowed` for the last way to sign in.
   * Does nothing without a link.
   */
  unlink(caller: CallerSession, provider: ThirdParty): Promise<Result<SignInWays, UnlinkError>>;
}

/** Names of the third parties in e-mails. */
const PROVIDER_NAMES: Readonly<Record<ThirdParty, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  apple: 'Apple',
};

const waysOf = async ({ providerLinks, users }: ThirdPartyRows, uid: string): Promise<SignInWays> => {
  const user = await users.find(uid);
  const storedLinks = await providerLinks.listOf(uid);
  return {
    password: user !== null && user.passwordHash !== null,
    providers: storedLinks.map(({ provider, linkedAt }) => ({ provider, linkedAt })),
  };
};

/** Creates the service of links to third parties. The owner gets an e-mail about each added and each removed link. */
export const createLinkService = ({
  store,
  foreignAccounts,
  verification,
  clock,
  publicUrl,
}: LinkServiceDeps): LinkService => {
  const tellOwner = async (
    thirdPartyRows: ThirdPartyWrite,
    { email }: StoredUser,
    { change, provider }: { readonly change: 'added' | 'removed'; readonly provider: ThirdParty },
  ): Promise<void> => {
    if (email === null) return;
    await thirdPartyRows.mail({
      kind: 'signInWayChanged',
      to: email,
      change,
      provider: PROVIDER_NAMES[provider],
      securityLink: securityLinkOf(publicUrl),
    });
  };

  const addLink = async (
    thirdPartyRows: ThirdPartyWrite,
    user: StoredUser,
    { provider, person: { subject } }: ConfirmedAttempt,
  ): Promise<Result<void, 'providerTaken'>> => {
    const linkedUid = await thirdPartyRows.providerLinks.findUid(provider, subject);
    if (linkedUid === user.uid) return ok(undefined);
    const ownLinks = await thirdPartyRows.providerLinks.listOf(user.uid);
    if (linkedUid !== null || ownLinks.some((ownLink) => ownLink.provider === provider)) return err('providerTaken');
    await thirdPartyRows.providerLinks.insert(user.uid, { provider, subject, linkedAt: clock.now() });
    await tellOwner(thirdPartyRows, user, { change: 'added', provider });
    return ok(undefined);
  };

  return {
    readWays: (uid) => store.read((thirdPartyRows) => waysOf(thirdPartyRows, uid)),

    async linkAccount(attempt, { uid, isAnonymous, authTime }) {
      if (isAnonymous) return err('notAllowed');
      if (!isFreshProof(authTime, clock.realNow())) return err('reauthenticationRequired');
      return store.write(async (thirdPartyRows): Promise<Result<StoredUser, LinkError>> => {
        if (!(await thirdPartyRows.attempts.remove(attempt.stateHash))) return err('signInCodeInvalid');
        const user = await thirdPartyRows.users.find(uid);
        if (user === null) return err('unauthenticated');
        const linkResult = await addLink(thirdPartyRows, user, attempt);
        if (!linkResult.ok) return linkResult;
        return ok(
          await foreignAccounts.updateEmail(thirdPartyRows, { user, attempt, sendCode: verification.sendCode }),
        );
      });
    },

    async unlink({ uid, authTime }, provider) {
      if (!isFreshProof(authTime, clock.realNow())) return err('reauthenticationRequired');
      return store.write(async (thirdPartyRows): Promise<Result<SignInWays, UnlinkError>> => {
        const user = await thirdPartyRows.users.find(uid);
        if (user === null) return err('unauthenticated');
        const { password, providers } = await waysOf(thirdPartyRows, uid);
        if (!providers.some((link) => link.provider === provider)) return ok({ password, providers });
        const remainingLinks = providers.filter((link) => link.provider !== provider);
        if (!password && remainingLinks.length === 0) return err('notAllowed');
        await thirdPartyRows.providerLinks.remove(uid, provider);
        // The field `thirdParty` names the third party by which the user proves their identity, so it must be one with
        // which they still sign in.
        if (user.thirdParty === provider)
          await saveUser(
            thirdPartyRows,
            { ...user, thirdParty: password ? null : (remainingLinks[0]?.provider ?? null) },
            { isNew: false },
          );
        await tellOwner(thirdPartyRows, user, { change: 'removed', provider });
        return ok({ password, providers: remainingLinks });
      });
    },
  };
};
