export { InvitationTabs } from './invitation-tabs';
