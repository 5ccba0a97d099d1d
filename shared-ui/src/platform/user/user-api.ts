import { User, getMe, meTopic } from '@mahlzeit/contract';
import { bindTopic } from '../live/bind-topic';
import { liveItems } from '../live/live-items';
import { api, apiQuery } from '../store/api';

const usersOf = liveItems('user', User);

const userApi = api.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<User, void>({
      ...apiQuery(getMe, () => ({})),
      onCacheEntryAdded: (_, entry) => bindTopic(entry, { topic: () => meTopic, merge: (user, view) => usersOf(view)[0] ?? user }),
    }),
  }),
});

/** The user's own document, live. */
export const { useMeQuery } = userApi;
