import { beginPasskeyProof, err } from '@mahlzeit/contract';
import type { PasskeyAssertion, Result } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { usePasskeys } from './passkey-list';
import type { PasskeyFailure } from './webauthn';
import { requestPasskey } from './webauthn';

/** Proof of identity by one of the user's passkeys. */
interface PasskeyProof {
  /** Whether the user has a passkey; false until that is known. */
  readonly isPossible: boolean;
  /** Asks for a passkey of the user. Resolves to its answer, which the gateway verifies. */
  request(): Promise<Result<PasskeyAssertion, ApiError | PasskeyFailure>>;
}

/**
 * Returns the proof by passkey, for forms that otherwise ask for the password. Only for pages that can use passkeys.
 */
export const usePasskeyProof = (): PasskeyProof => {
  const { apiClient, track } = useShell();
  const { passkeys } = usePasskeys();
  return {
    isPossible: passkeys !== null && passkeys.length > 0,
    async request() {
      const options = await track(apiClient.call(beginPasskeyProof, {}));
      return options.ok ? requestPasskey(options.value) : err(options.error);
    },
  };
};
