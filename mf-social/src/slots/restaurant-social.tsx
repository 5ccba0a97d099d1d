import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { ActionTile } from '@mahlzeit/shared-ui/ui/restaurant';
import { CalendarPlus, Share2 } from 'lucide-react';
import { shareLink } from '../features/share-link';
import { useTexts } from '../social-texts';

/** Address of a restaurant that works for whoever gets it. */
export const restaurantAddress = (origin: string, routingName: string): string => `${origin}/restaurants/${encodeURIComponent(routingName)}`;

/** Actions of the restaurant page: share its address, invite people there. */
const RestaurantSocial = ({ routingName, restaurantName }: SlotProps['restaurant/social']) => {
  const t = useTexts();
  const { snackbar, remotes } = useShell();
  const session = useSession();

  const share = async (): Promise<void> => {
    const url = restaurantAddress(window.location.origin, routingName);
    const outcome = await shareLink({ title: restaurantName, text: t('ShareText', { name: restaurantName }), url }, window.navigator);
    if (outcome === 'copied') snackbar({ tone: 'success', text: t('LinkCopied') });
    if (outcome === 'failed') snackbar({ tone: 'error', text: t('ShareFailed') });
  };
  const invite = async (): Promise<void> => {
    const outcome = await remotes.runCommand('account/callToAction', { reason: 'invite' });
    if (!outcome.ok) snackbar({ tone: 'error', text: t('InviteUnavailable') });
  };

  // Who may invite needs the invitation screens; until they are there, only what leads there is shown.
  const mustSignUp = session.status === 'known' && !session.account.verified;
  return (
    <>
      {mustSignUp && <ActionTile icon={CalendarPlus} label={t('Invite')} isHero onClick={() => void invite()} />}
      <ActionTile icon={Share2} label={t('Share')} onClick={() => void share()} />
    </>
  );
};

export default RestaurantSocial;
