import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { JoinSheet } from '../features/shared-invitation';

/** Target for visitors of a shared link once they may join. */
const JoinInvitationScreen = ({ params: [token = ''] }: ScreenProps) => <JoinSheet key={token} token={token} />;

export default defineScreen(JoinInvitationScreen);
