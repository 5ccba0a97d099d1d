import { uidOf, useLazyPart, useReloadHold, useSelector, useSession, useShell } from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { ActionTile } from '@mahlzeit/shared-ui/ui/restaurant';
import { CalendarCheck, CalendarPlus, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ShareSheet } from '../features/chat';
import type { PickedKeys } from '../features/people';
import { currentDraft, holdsSomething, placeChosenOn, selectDraftState } from '../features/invitation-draft';
import { inviteUnavailableText, useInvite } from '../features/invite';
import { copyText, hasShareSheet, shareLink } from '../features/links';
import { useTexts } from '../social-texts';

/** Returns the public URL of a restaurant. Messengers show a preview of this page. */
export const restaurantAddress = (origin: string, routingName: string): string =>
  `${origin}/r/${encodeURIComponent(routingName)}`;

type Restaurant = SlotProps['restaurant/social'];

/**
 * Button that starts an invitation to the restaurant. If the user opened the page from a draft, the button chooses the
 * restaurant for this draft.
 */
const InviteTile = ({ restaurantKey }: Pick<Restaurant, 'restaurantKey'>) => {
  const t = useTexts();
  const shell = useShell();
  const session = useSession();
  const start = useInvite();
  const { draft } = useSelector(selectDraftState);
  const { navigation, remotes, snackbar } = shell;
  const isOnDraft = navigation.current()?.params[1] === 'invitation';
  const isFromDraft = isOnDraft && draft !== null && draft.key === null;
  const uid = uidOf(session);
  useEffect(() => {
    // After a reload the draft is only in the tab's storage: `currentDraft` restores it.
    if (isOnDraft && uid !== null) currentDraft(shell);
  }, [isOnDraft, uid, shell]);
  useReloadHold(isFromDraft && holdsSomething(draft));
  const invite = async (): Promise<void> => {
    if (session.status === 'known' && session.account.verified) return start({ restaurantKey });
    const outcome = await remotes.runCommand('account/callToAction', { reason: 'invite' });
    if (!outcome.ok) snackbar({ tone: 'error', text: inviteUnavailableText() });
  };
  if (session.status !== 'known' || (isFromDraft && draft.restaurant === restaurantKey)) return null;
  if (isFromDraft)
    return (
      <ActionTile
        icon={CalendarCheck}
        label={t('MeetHere')}
        isHero
        onClick={() => placeChosenOn(shell, restaurantKey)}
      />
    );
  return <ActionTile icon={CalendarPlus} label={t('Invite')} isHero onClick={() => void invite()} />;
};

/** Button that shares the restaurant: by a link, in a chat, or as a meetup. */
const ShareTile = (restaurant: Restaurant) => {
  const { restaurantKey, routingName, restaurantName } = restaurant;
  const t = useTexts();
  const { snackbar, track } = useShell();
  const [shareModule, setUi] = useState<{ readonly ShareSheet: typeof ShareSheet } | null>(null);
  const [guests, setGuests] = useState<PickedKeys | null>(null);
  const { part: drafts, load } = useLazyPart(() => import('../features/invitation-draft'));
  const url = restaurantAddress(window.location.origin, routingName);

  const showShareResult = (outcome: Awaited<ReturnType<typeof shareLink>>): void => {
    if (outcome === 'copied') snackbar({ tone: 'success', text: t('LinkCopied') });
    if (outcome === 'failed') snackbar({ tone: 'error', text: t('ShareFailed') });
  };
  const share = async (): Promise<void> =>
    showShareResult(
      await shareLink({ title: restaurantName, text: t('ShareText', { name: restaurantName }), url }, window.navigator),
    );
  const copy = async (): Promise<void> => showShareResult(await copyText(url, window.navigator));
  const open = async (): Promise<void> => {
    try {
      setUi(await track(import('../features/chat')));
    } catch {
      // When the script of the sheet can't be loaded, the link is shared directly.
      await share();
    }
  };
  const goOnToDate = async (pickedKeys: PickedKeys): Promise<void> => {
    if (await load()) setGuests(pickedKeys);
  };
  return (
    <>
      <ActionTile icon={Share2} label={t('Share')} onClick={() => void open()} />
      {shareModule !== null && (
        <shareModule.ShareSheet
          restaurant={restaurant}
          url={url}
          onShare={hasShareSheet(window.navigator) ? () => void share() : null}
          onCopy={() => void copy()}
          onMeetup={(pickedKeys) => void goOnToDate(pickedKeys)}
          onClose={() => setUi(null)}
        />
      )}
      {drafts !== null && guests !== null && (
        <drafts.ShareAsMeetup restaurantKey={restaurantKey} pickedKeys={guests} onClose={() => setGuests(null)} />
      )}
    </>
  );
};

/** Buttons on the restaurant's page: invite and share. */
const RestaurantSocial = (restaurant: Restaurant) => (
  <>
    <InviteTile restaurantKey={restaurant.restaurantKey} />
    <ShareTile {...restaurant} />
  </>
);

export default RestaurantSocial;
