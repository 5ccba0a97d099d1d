import { uidOf, useLazyPart, useReloadHold, useSelector, useSession, useShell } from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { ActionTile } from '@mahlzeit/shared-ui/ui/restaurant';
import { CalendarCheck, CalendarPlus, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ShareSheet } from '../features/chat';
import type { PickedKeys } from '../features/people';
import { currentDraft, hasInput, chooseRestaurantForDraft, selectDraftState } from '../features/invitation-draft';
import { inviteUnavailableText, useInvite } from '../features/invite';
import { copyText, hasShareSheet, shareLink } from '../features/links';
import { useTexts } from '../social-texts';

/** Returns the public URL of a restaurant. Messengers show a preview of this page. */
export const restaurantUrl = (origin: string, routingName: string): string =>
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
  const startInvitation = useInvite();
  const { draft } = useSelector(selectDraftState);
  const { navigation, remotes, snackbar } = shell;
  const cameFromDraft = navigation.current()?.params[1] === 'invitation';
  const canChooseForDraft = cameFromDraft && draft !== null && draft.key === null;
  const uid = uidOf(session);
  useEffect(() => {
    // After a reload the draft is only in the tab's storage: `currentDraft` restores it.
    if (cameFromDraft && uid !== null) currentDraft(shell);
  }, [cameFromDraft, uid, shell]);
  useReloadHold(canChooseForDraft && hasInput(draft));
  const invite = async (): Promise<void> => {
    if (session.status === 'known' && session.account.verified) return startInvitation({ restaurantKey });
    const outcome = await remotes.runCommand('account/callToAction', { reason: 'invite' });
    if (!outcome.ok) snackbar({ tone: 'error', text: inviteUnavailableText() });
  };
  if (session.status !== 'known' || (canChooseForDraft && draft.restaurant === restaurantKey)) return null;
  if (canChooseForDraft)
    return (
      <ActionTile
        icon={CalendarCheck}
        label={t('MeetHere')}
        isProminent
        onClick={() => chooseRestaurantForDraft(shell, restaurantKey)}
      />
    );
  return <ActionTile icon={CalendarPlus} label={t('Invite')} isProminent onClick={() => void invite()} />;
};

/** Button that shares the restaurant: by a link, in a chat, or as a meetup. */
const ShareTile = (restaurant: Restaurant) => {
  const { restaurantKey, routingName, restaurantName } = restaurant;
  const t = useTexts();
  const { snackbar, track } = useShell();
  const [shareModule, setShareModule] = useState<{ readonly ShareSheet: typeof ShareSheet } | null>(null);
  const [pickedGuests, setPickedGuests] = useState<PickedKeys | null>(null);
  const { part: draftModule, load } = useLazyPart(() => import('../features/invitation-draft'));
  const url = restaurantUrl(window.location.origin, routingName);

  const showShareResult = (outcome: Awaited<ReturnType<typeof shareLink>>): void => {
    if (outcome === 'copied') snackbar({ tone: 'success', text: t('LinkCopied') });
    if (outcome === 'failed') snackbar({ tone: 'error', text: t('ShareFailed') });
  };
  const shareRestaurantLink = async (): Promise<void> =>
    showShareResult(
      await shareLink({ title: restaurantName, text: t('ShareText', { name: restaurantName }), url }, window.navigator),
    );
  const copyLink = async (): Promise<void> => showShareResult(await copyText(url, window.navigator));
  const openShareSheet = async (): Promise<void> => {
    try {
      setShareModule(await track(import('../features/chat')));
    } catch {
      // When the script of the sheet can't be loaded, the link is shared directly.
      await shareRestaurantLink();
    }
  };
  const openDateStep = async (pickedKeys: PickedKeys): Promise<void> => {
    if (await load()) setPickedGuests(pickedKeys);
  };
  return (
    <>
      <ActionTile icon={Share2} label={t('Share')} onClick={() => void openShareSheet()} />
      {shareModule !== null && (
        <shareModule.ShareSheet
          restaurant={restaurant}
          url={url}
          onShare={hasShareSheet(window.navigator) ? () => void shareRestaurantLink() : null}
          onCopy={() => void copyLink()}
          onMeetup={(pickedKeys) => void openDateStep(pickedKeys)}
          onClose={() => setShareModule(null)}
        />
      )}
      {draftModule !== null && pickedGuests !== null && (
        <draftModule.ShareAsMeetup
          restaurantKey={restaurantKey}
          pickedKeys={pickedGuests}
          onClose={() => setPickedGuests(null)}
        />
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
