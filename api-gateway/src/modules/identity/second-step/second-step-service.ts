import { err, ok } from '@mahlzeit/contract';
import type { RecoveryCodes, Result, SecondStep, SecondStepEnd, SecondStepSecret } from '@mahlzeit/contract';
import { validatePassword } from '@mahlzeit/contract/rules';
import type { CallerSession, Clock, RouteError } from '../../../platform';
import type { PasswordClaimant, ProvePassword } from '../credentials';
import { securityLinkOf } from '../session';
import type { IdentityStore, IdentityTransaction } from '../store';
import { isFreshProof } from '../user';
import type { CodeAttempts, TakeCode } from './code-check';
import { counterOfCode, createRecoveryCodes, createSecret, recoveryCodeHash, secretUrlOf } from './second-step-codes';
import type { SecretSealer } from './sealed-secret';

export interface SecondStepServiceDeps {
  readonly store: IdentityStore;
  readonly clock: Clock;
  readonly sealer: SecretSealer;
  readonly takeCode: TakeCode;
  readonly attempts: CodeAttempts;
  readonly provePassword: ProvePassword;
  readonly publicUrl: string;
}

type SecondStepError =
  | 'unauthenticated'
  | 'reauthenticationRequired'
  | 'thirdPartyAccount'
  | 'notFound'
  | 'secondStepActive'
  | 'secondStepCodeIncorrect'
  | 'ErrorPasswordInvalid'
  | 'ErrorPasswordIncorrect'
  | RouteError;

/** Service with which users turn their second step on (by a code of the app) and off (by password and code). */
export interface SecondStepService {
  read(uid: string): Promise<Result<SecondStep, never>>;
  begin(callerSession: CallerSession): Promise<Result<SecondStepSecret, SecondStepError>>;
  confirm(callerSession: CallerSession, typedCode: string): Promise<Result<RecoveryCodes, SecondStepError>>;
  end(claimant: PasswordClaimant, proof: SecondStepEnd): Promise<Result<Record<never, never>, SecondStepError>>;
}

/** Creates the service of second steps. The owner gets an e-mail when the second step is turned on or off. */
export const createSecondStepService = ({
  store,
  clock,
  sealer,
  takeCode,
  attempts,
  provePassword,
  publicUrl,
}: SecondStepServiceDeps): SecondStepService => {
  const tellOwner = async ({ users, mail }: IdentityTransaction, uid: string, isOn: boolean): Promise<void> => {
    const email = (await users.find(uid))?.email ?? null;
    if (email !== null)
      await mail({ kind: 'secondStepChanged', to: email, isOn, securityLink: securityLinkOf(publicUrl) });
  };

  const hasFreshProof = ({ authTime }: CallerSession): boolean => isFreshProof(authTime, clock.realNow());

  const confirmStored = async (uid: string, typedCode: string): Promise<Result<RecoveryCodes, SecondStepError>> => {
    const recoveryCodes = createRecoveryCodes();
    return store.write(async (identityRows) => {
      const { secondSteps } = identityRows;
      const secondStep = await secondSteps.find(uid);
      if (secondStep === null) return err('notFound');
      if (secondStep.confirmedAt !== null) return err('secondStepActive');
      const counter = counterOfCode(
        { secret: sealer.open(uid, secondStep.secret), lastCounter: secondStep.lastCounter },
        typedCode,
        clock.realNow(),
      );
      if (counter === null) return err('secondStepCodeIncorrect');
      await secondSteps.put({ ...secondStep, confirmedAt: clock.now(), lastCounter: counter });
      await secondSteps.putRecoveryCodes(uid, recoveryCodes.map(recoveryCodeHash));
      await tellOwner(identityRows, uid, true);
      return ok({ recoveryCodes });
    });
  };

  return {
    read: (uid) =>
      store.read(async ({ secondSteps }) => {
        const secondStep = await secondSteps.find(uid);
        return ok({
          since: secondStep?.confirmedAt ?? null,
          recoveryCodesLeft: await secondSteps.countRecoveryCodes(uid),
        });
      }),

    async begin(callerSession) {
      const { uid } = callerSession;
      if (!hasFreshProof(callerSession)) return err('reauthenticationRequired');
      const secret = createSecret();
      return store.write(async ({ users, secondSteps }) => {
        const user = await users.find(uid);
        if (user === null) return err('unauthenticated');
        if (user.passwordHash === null || user.email === null) return err('thirdPartyAccount');
        const secondStep = await secondSteps.find(uid);
        if (secondStep !== null && secondStep.confirmedAt !== null) return err('secondStepActive');
        await secondSteps.put({ uid, secret: sealer.seal(uid, secret), confirmedAt: null, lastCounter: 0 });
        return ok({ secret, url: secretUrlOf(secret, user.email) });
      });
    },

    confirm: async (callerSession, typedCode) =>
      hasFreshProof(callerSession)
        ? attempts.guard(callerSession.uid, () => confirmStored(callerSession.uid, typedCode))
        : err('reauthenticationRequired'),

    async end(claimant, { password: passwordInput, code }) {
      const { uid } = claimant;
      const password = validatePassword(passwordInput);
      if (!password.ok) return password;
      const userResult = await provePassword(claimant, password.value);
      if (!userResult.ok) return userResult;
      return attempts.guard(uid, () =>
        store.write(async (identityRows) => {
          const codeResult = await takeCode(identityRows, uid, code);
          if (!codeResult.ok) return codeResult;
          await identityRows.secondSteps.removeOf(uid);
          await tellOwner(identityRows, uid, false);
          return ok({});
        }),
      );
    },
  };
};
