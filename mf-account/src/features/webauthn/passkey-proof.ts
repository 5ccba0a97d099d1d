import { beginPasskeyProof, err } from '@mahlzeit/contract';
import type { PasskeyAssertion, Result } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { usePasskeys } from './passkey-list';
import type { PasskeyFailure } from './webauthn';
import { requestPasskey } from './webauthn';

/** Way for users to prove their identity by one of their passkeys. */
interface PasskeyProof {
  /** Whether the user has a passkey; false until the list is loaded. */
  readonly isPossible: boolean;
  /** Asks the user for a passkey. Resolves to its signed response, which the gateway verifies. */
  request(): Promise<Result<PasskeyAssertion, ApiError | PasskeyFailure>>;
}

/**
 * Returns the way to prove the identity by passkey, for forms that otherwise ask for the password. Only for pages that
 * can use passkeys.
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
