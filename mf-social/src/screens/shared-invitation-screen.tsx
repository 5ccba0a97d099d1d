import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { SharedInvitationSheet } from '../features/shared-invitation';

/** Target of a link to a meetup. */
const SharedInvitationScreen = ({ params: [token = ''] }: ScreenProps) => (
  <SharedInvitationSheet key={token} token={token} />
);

export default defineScreen(SharedInvitationScreen);
