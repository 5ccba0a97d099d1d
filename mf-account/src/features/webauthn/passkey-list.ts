import { getPasskeys } from '@mahlzeit/contract';
import type { Passkey } from '@mahlzeit/contract';
import { api, apiQuery, useRetryOnline } from '@mahlzeit/shared-ui/platform';

const passkeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    passkeys: build.query<readonly Passkey[], void>(apiQuery(getPasskeys, () => ({}))),
  }),
});

/** List of the passkeys with which the user can log in. */
interface PasskeyList {
  /** Passkeys of the account; null while they are loading, and after a failure. */
  readonly passkeys: readonly Passkey[] | null;
  /** Whether the last request failed. Passkeys of an earlier request stay visible. */
  readonly hasFailed: boolean;
  retry(): void;
}

/**
 * Loads the passkeys each time a screen opens that needs them, because the user may add or remove some on other
 * devices.
 */
export const usePasskeys = (): PasskeyList => {
  const { data, isError, isFetching, refetch } = passkeysApi.usePasskeysQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const retry = () => void refetch();
  useRetryOnline(isError, retry);
  return { passkeys: data ?? null, hasFailed: isError && !isFetching, retry };
};

/**
 * Returns the Redux action that applies a change to the loaded list of passkeys, after the gateway has made the same
 * change.
 */
export const passkeysChanged = (change: (passkeys: readonly Passkey[]) => readonly Passkey[]) =>
  passkeysApi.util.updateQueryData('passkeys', undefined, (passkeys) => [...change(passkeys)]);
