export { badgeOfStatus, meetupTimeTexts, takeAwayLabel } from './invitation-labels';
export { InvitationCard, useForemostInvitation } from './invitation-card';
export { InvitationsSheet } from './invitation-tabs';
