import { getSecondStep } from '@mahlzeit/contract';
import type { SecondStep } from '@mahlzeit/contract';
import { api, apiQuery, useRetryOnline } from '@mahlzeit/shared-ui/platform';

const secondStepApi = api.injectEndpoints({
  endpoints: (build) => ({
    secondStep: build.query<SecondStep, void>(apiQuery(getSecondStep, () => ({}))),
  }),
});

/**
 * Loads whether logins need a second step (a code). It loads each time the screen opens, because other devices can
 * change the setting.
 */
export const useSecondStep = () => {
  const { data, isError, isFetching, refetch } = secondStepApi.useSecondStepQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const reload = () => void refetch();
  useRetryOnline(isError, reload);
  return { secondStep: data ?? null, hasFailed: isError && !isFetching, reload };
};
