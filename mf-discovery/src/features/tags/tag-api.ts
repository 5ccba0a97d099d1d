import { getTags } from '@mahlzeit/contract';
import type { Tag } from '@mahlzeit/contract';
import { api, apiQuery } from '@mahlzeit/shared-ui/platform';

/** Tags change with releases of the gateway, not while a page is open. */
const CACHE_SECONDS = 3_600;

const tagApi = api.injectEndpoints({
  endpoints: (build) => ({
    tags: build.query<Tag[], void>({ ...apiQuery(getTags, () => ({})), keepUnusedDataFor: CACHE_SECONDS }),
  }),
});

/** The tags that restaurants can be chosen by, the most popular first. */
export const { useTagsQuery } = tagApi;
