import { getSecondStep } from '@mahlzeit/contract';
import type { SecondStep } from '@mahlzeit/contract';
import { api, apiQuery, useRetryOnline } from '@mahlzeit/shared-ui/platform';

const secondStepApi = api.injectEndpoints({
  endpoints: (build) => ({
    secondStep: build.query<SecondStep, void>(apiQuery(getSecondStep, () => ({}))),
  }),
});

/** Loads whether logins ask for a second step, each time the screen opens, because other devices can change it. */
export const useSecondStep = () => {
  const { data, isError, isFetching, refetch } = secondStepApi.useSecondStepQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const reload = () => void refetch();
  useRetryOnline(isError, reload);
  return { secondStep: data ?? null, hasFailed: isError && !isFetching, reload };
};
