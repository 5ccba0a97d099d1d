export { badgeOf, meetupTime, placeLabel } from './invitation-labels';
export { InvitationCard, useForemostInvitation } from './invitation-card';
export { InvitationsSheet } from './invitation-tabs';
export { liveInvitations, useInvitation, useMeetupTime } from './live-invitations';
