import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { SharedInvitationSheet } from '../features/shared-invitation';

/** Screen that a link to a meetup opens. */
const SharedInvitationScreen = ({ params: [token = ''] }: ScreenProps) => (
  <SharedInvitationSheet key={token} token={token} />
);

export default defineScreen(SharedInvitationScreen);
