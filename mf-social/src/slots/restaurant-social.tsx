import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { ActionTile } from '@mahlzeit/shared-ui/ui/restaurant';
import { CalendarPlus, Share2 } from 'lucide-react';
import { useState } from 'react';
import type { ShareSheet } from '../features/chat';
import { copyText, hasShareSheet, shareLink } from '../features/share-link';
import { useTexts } from '../social-texts';

/** Address of a restaurant that works for whoever gets it, and that messengers show a preview of. */
export const restaurantAddress = (origin: string, routingName: string): string => `${origin}/r/${encodeURIComponent(routingName)}`;

/** Actions of the restaurant page: share it, invite people there. */
const RestaurantSocial = (restaurant: SlotProps['restaurant/social']) => {
  const { routingName, restaurantName } = restaurant;
  const t = useTexts();
  const { snackbar, remotes, track } = useShell();
  const session = useSession();
  const [ui, setUi] = useState<{ readonly ShareSheet: typeof ShareSheet } | null>(null);

  const url = restaurantAddress(window.location.origin, routingName);

  const say = (outcome: Awaited<ReturnType<typeof shareLink>>): void => {
    if (outcome === 'copied') snackbar({ tone: 'success', text: t('LinkCopied') });
    if (outcome === 'failed') snackbar({ tone: 'error', text: t('ShareFailed') });
  };
  const share = async (): Promise<void> => say(await shareLink({ title: restaurantName, text: t('ShareText', { name: restaurantName }), url }, window.navigator));
  const copy = async (): Promise<void> => say(await copyText(url, window.navigator));
  const open = async (): Promise<void> => {
    try {
      setUi(await track(import('../features/chat')));
    } catch {
      // Without the sheet there is still the link.
      await share();
    }
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
      <ActionTile icon={Share2} label={t('Share')} onClick={() => void open()} />
      {ui !== null && (
        <ui.ShareSheet
          restaurant={restaurant}
          url={url}
          onShare={hasShareSheet(window.navigator) ? () => void share() : null}
          onCopy={() => void copy()}
          onClose={() => setUi(null)}
        />
      )}
    </>
  );
};

export default RestaurantSocial;
