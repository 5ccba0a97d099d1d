import { getProviders } from '@mahlzeit/contract';
import type { SignInProvider } from '@mahlzeit/contract';
import { api, apiQuery } from '@mahlzeit/shared-ui/platform';

const thirdPartyApi = api.injectEndpoints({
  endpoints: (build) => ({
    signInProviders: build.query<readonly SignInProvider[], void>(apiQuery(getProviders, () => ({}))),
  }),
});

/** The third parties that this deployment offers. */
export const { useSignInProvidersQuery } = thirdPartyApi;
