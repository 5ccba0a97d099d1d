import { drawerLandmark } from '../../e2e/remotes/remote-tests';
import type { RemoteTests } from '../../e2e/remotes/remote-tests';
import { emptyTabsOf } from '../../e2e/remotes/screen-case';
import { chatCases, residentChatCases } from './chat-cases';
import { contactCases, residentContactCases } from './contact-cases';
import { draftCases } from './draft-cases';
import { invitationCases, linkCases } from './invitation-cases';
import { socialStops } from './stops';

/** Browser tests of mf-social: screens, their states, and stops of the walk that takes screenshots of them. */
export const remoteTests: RemoteTests = {
  hashes: ['contacts', 'addcontacts', 'blockedusers', 'editgroup', 'invitations'],
  landmark: drawerLandmark('Kontakte'),
  cases: {
    visitor: linkCases,
    member: [
      ...emptyTabsOf('contacts'),
      ...emptyTabsOf('invitations'),
      ...contactCases,
      ...chatCases,
      ...invitationCases,
      ...draftCases,
    ],
    resident: [...residentContactCases, ...residentChatCases],
  },
  stops: socialStops,
};
