import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { JoinSheet } from '../features/shared-invitation';

/** Screen that opens for a visitor of a shared link once the visitor is verified and may join. */
const JoinInvitationScreen = ({ params: [token = ''] }: ScreenProps) => <JoinSheet key={token} token={token} />;

export default defineScreen(JoinInvitationScreen);
