import { getSignInWays, unlinkProvider } from '@mahlzeit/contract';
import type { SignInWays, ThirdParty } from '@mahlzeit/contract';
import { api, apiQuery, errorText, useRetryOnline, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import type { AppStore } from '@mahlzeit/shared-ui/platform';
import type { ReactNode } from 'react';
import { useTexts } from '../../account-texts';
import { useFreshProof } from '../fresh-proof';
import { thirdPartyNames } from '../third-party-sign-in';

const waysApi = api.enhanceEndpoints({ addTagTypes: ['signInWays'] }).injectEndpoints({
  endpoints: (build) => ({
    signInWays: build.query<SignInWays, void>({
      ...apiQuery(getSignInWays, () => ({})),
      providesTags: ['signInWays'],
    }),
  }),
});

/** Marks the loaded ways to sign in as outdated, because one was added. */
export const refreshSignInWays = (store: Pick<AppStore, 'dispatch'>): void =>
  void store.dispatch(waysApi.util.invalidateTags(['signInWays']));

/** Loads the ways to sign in to the account; null while they are loading, and after a failure. */
export const useSignInWays = (): { readonly ways: SignInWays | null; readonly hasFailed: boolean; retry(): void } => {
  const { data, isError, isFetching, refetch } = waysApi.useSignInWaysQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const retry = () => void refetch();
  useRetryOnline(isError, retry);
  return { ways: data ?? null, hasFailed: isError && !isFetching, retry };
};

/** Removal of a third party from the ways to sign in. */
interface Unlinking {
  readonly isBusy: boolean;
  /** Sheet that asks for a proof of identity; null while none is needed. */
  readonly proofSheet: ReactNode;
  /** Removes a third party after the user has confirmed it. A second press does nothing. */
  unlink(provider: ThirdParty): void;
}

/** Returns the function that removes a third party, and the sheet that it may need. */
export const useUnlink = (): Unlinking => {
  const t = useTexts();
  const { apiClient, store, alert, snackbar, track } = useShell();
  const { isBusy, run } = useSingleFlight();
  const { withFreshProof, proofSheet } = useFreshProof();

  const askAndUnlink = async (provider: ThirdParty): Promise<void> => {
    const textValues = { provider: thirdPartyNames[provider] };
    const alertAnswer = await alert({
      title: t('UnlinkTitle', textValues),
      text: t('UnlinkText', textValues),
      actions: [
        { id: 'keep', label: t('Keep'), tone: 'safe' },
        { id: 'unlink', label: t('Unlink'), tone: 'danger' },
      ],
    });
    if (alertAnswer !== 'unlink') return;
    const unlinkAnswer = await withFreshProof(() => track(apiClient.call(unlinkProvider, { params: { provider } })));
    if (unlinkAnswer === null) return;
    refreshSignInWays(store);
    if (unlinkAnswer.ok) return snackbar({ tone: 'success', text: t('ProviderUnlinked', textValues) });
    const isLastWay = unlinkAnswer.error.code === 'notAllowed';
    snackbar({ tone: 'error', text: isLastWay ? t('LastSignInWay') : errorText(unlinkAnswer.error) });
  };
  return { isBusy, proofSheet, unlink: (provider) => run(() => askAndUnlink(provider)) };
};
