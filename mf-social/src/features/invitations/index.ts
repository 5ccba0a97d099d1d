export { badgeOf, meetupTime, placeLabel } from './invitation-labels';
export { InvitationCard, useForemostInvitation } from './invitation-card';
export { InvitationTabs } from './invitation-tabs';
export { liveInvitations, useInvitation, useMeetupTime, useReader } from './live-invitations';
export { useTexts as useInvitationTexts } from './invitation-texts';
