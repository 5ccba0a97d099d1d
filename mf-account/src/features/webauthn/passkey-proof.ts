import { beginPasskeyProof, err } from '@mahlzeit/contract';
import type { PasskeyAssertion, Result } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { usePasskeys } from './passkey-list';
import type { PasskeyFailure } from './webauthn';
import { canUsePasskeys, requestPasskey } from './webauthn';

/** Proof of identity by one of the user's passkeys. */
interface PasskeyProof {
  /** Whether the user has a passkey and this browser can use it; false until that is known. */
  readonly isPossible: boolean;
  /** Asks for a passkey of the user. Resolves to its answer, which the gateway verifies. */
  request(): Promise<Result<PasskeyAssertion, ApiError | PasskeyFailure>>;
}

/** Returns the proof by passkey, for forms that otherwise ask for the password. */
export const usePasskeyProof = (): PasskeyProof => {
  const { apiClient, track } = useShell();
  const isPossibleHere = canUsePasskeys();
  const { passkeys } = usePasskeys(isPossibleHere);
  return {
    isPossible: isPossibleHere && passkeys !== null && passkeys.length > 0,
    async request() {
      const options = await track(apiClient.call(beginPasskeyProof, {}));
      return options.ok ? requestPasskey(options.value) : err(options.error);
    },
  };
};
