import { Invitation, meTopic } from '@mahlzeit/contract';
import { api, liveCollection } from '@mahlzeit/shared-ui/platform';

const invitationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    invitations: build.query<Invitation[], void>(liveCollection({ topic: () => meTopic, collection: 'invitations', schema: Invitation })),
  }),
});

/** The reader's invitations, live. */
export const { useInvitationsQuery } = invitationsApi;
