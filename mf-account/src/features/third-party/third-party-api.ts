import { getProviders } from '@mahlzeit/contract';
import type { SignInProvider } from '@mahlzeit/contract';
import { api, gatewayQuery } from '@mahlzeit/shared-ui/platform';

const thirdPartyApi = api.injectEndpoints({
  endpoints: (build) => ({
    signInProviders: build.query<readonly SignInProvider[], void>(gatewayQuery(getProviders, () => ({}))),
  }),
});

/** The third parties that this deployment offers. */
export const { useSignInProvidersQuery } = thirdPartyApi;
