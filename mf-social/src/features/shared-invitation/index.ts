export { JoinSheet } from './join-sheet';
export { SharedInvitationSheet } from './shared-invitation';
