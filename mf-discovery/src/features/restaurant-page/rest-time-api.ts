import { getRestTimeTypes } from '@mahlzeit/contract';
import type { RestTimeType } from '@mahlzeit/contract';
import { api, apiQuery } from '@mahlzeit/shared-ui/platform';

const restTimeApi = api.injectEndpoints({
  endpoints: (build) => ({ restTimeTypes: build.query<RestTimeType[], void>(apiQuery(getRestTimeTypes, () => ({}))) }),
});

/** The reasons that places give for a holiday closure. */
export const { useRestTimeTypesQuery } = restTimeApi;
