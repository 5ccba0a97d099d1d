import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { JoinSheet } from '../features/shared-invitation';

/** Where somebody who came by a link is led back to once they may join. */
const JoinInvitationScreen = ({ params: [token = ''] }: ScreenProps) => <JoinSheet key={token} token={token} />;

export default defineScreen(JoinInvitationScreen);
