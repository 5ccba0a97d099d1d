import { uidOf, useLazyPart, useHoldReload, useSelector, useSession, useShell } from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { ActionTile, ActionTilePlaceholder } from '@mahlzeit/shared-ui/ui/restaurant';
import { CalendarCheck, CalendarPlus, Share2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ShareSheet } from '../features/chat';
import type { PickedKeys } from '../features/people';
import { currentDraft, hasDraftInput, chooseRestaurantForDraft, selectDraftState } from '../features/invitation-draft';
import { inviteUnavailableText, useInvite } from '../features/invite';
import { copyText, hasShareSheet, shareLink } from '../features/links';
import { useTexts } from '../social-texts';

/** Returns the public URL of a restaurant. Messengers show a preview of this page. */
export const restaurantUrl = (origin: string, routingName: string): string =>
  `${origin}/r/${encodeURIComponent(routingName)}`;

type SocialSlotProps = SlotProps['restaurant/social'];

/**
 * Button that starts an invitation to the restaurant. If the user came to the page from the draft of an invitation, the
 * button chooses the restaurant for this draft.
 */
const InviteTile = ({ restaurantKey }: Pick<SocialSlotProps, 'restaurantKey'>) => {
  const t = useTexts();
  const shell = useShell();
  const session = useSession();
  const startInvitation = useInvite();
  const { draft } = useSelector(selectDraftState);
  const { navigation, remotes, snackbar } = shell;
  const wasOpenedFromDraft = navigation.current()?.params[1] === 'invitation';
  const canChooseForDraft = wasOpenedFromDraft && draft !== null && draft.key === null;
  const uid = uidOf(session);
  useEffect(() => {
    // After a reload the invitation's draft is only in the tab's storage, from which `currentDraft` restores it.
    if (wasOpenedFromDraft && uid !== null) currentDraft(shell);
  }, [wasOpenedFromDraft, uid, shell]);
  useHoldReload(canChooseForDraft && hasDraftInput(draft));
  const inviteToRestaurant = async (): Promise<void> => {
    if (session.status === 'known' && session.account.verified) return void (await startInvitation({ restaurantKey }));
    const callToActionOutcome = await remotes.runCommand('account/callToAction', { reason: 'invite' });
    if (!callToActionOutcome.ok) snackbar({ tone: 'error', text: inviteUnavailableText() });
  };
  if (session.status !== 'known') return <ActionTilePlaceholder />;
  if (canChooseForDraft && draft.restaurant === restaurantKey) return null;
  if (canChooseForDraft)
    return (
      <ActionTile
        icon={CalendarCheck}
        label={t('MeetHere')}
        isProminent
        onClick={() => chooseRestaurantForDraft(shell, restaurantKey)}
      />
    );
  return <ActionTile icon={CalendarPlus} label={t('Invite')} isProminent onClick={() => void inviteToRestaurant()} />;
};

/**
 * URL parameter with which the shell opens a restaurant's page when another app shares it with this app
 * (`share_target`).
 */
const SHARE_PARAMETER = 'share';

/** Button that shares the restaurant: by a link, in a chat, or as a meetup. */
const ShareTile = (restaurant: SocialSlotProps) => {
  const { restaurantKey, routingName, restaurantName } = restaurant;
  const t = useTexts();
  const { navigation, snackbar, track } = useShell();
  const [shareModule, setShareModule] = useState<{ readonly ShareSheet: typeof ShareSheet } | null>(null);
  const [pickedGuestKeys, setPickedGuestKeys] = useState<PickedKeys | null>(null);
  const { part: draftModule, load } = useLazyPart(() => import('../features/invitation-draft'));
  const restaurantPageUrl = restaurantUrl(window.location.origin, routingName);

  const showShareResult = (shareOutcome: Awaited<ReturnType<typeof shareLink>>): void => {
    if (shareOutcome === 'copied') snackbar({ tone: 'success', text: t('LinkCopied') });
    if (shareOutcome === 'failed') snackbar({ tone: 'error', text: t('ShareFailed') });
  };
  const shareRestaurantLink = async (): Promise<void> =>
    showShareResult(
      await shareLink(
        { title: restaurantName, text: t('ShareText', { name: restaurantName }), url: restaurantPageUrl },
        window.navigator,
      ),
    );
  const copyLink = async (): Promise<void> => showShareResult(await copyText(restaurantPageUrl, window.navigator));
  const openShareSheet = async (): Promise<void> => {
    try {
      setShareModule(await track(import('../features/chat')));
    } catch {
      // If the script of the sheet can't be loaded, the link is shared directly.
      await shareRestaurantLink();
    }
  };
  const openSheetIfAddressAsks = useEffectEvent((): void => {
    if (navigation.current()?.params[1] === SHARE_PARAMETER) void openShareSheet();
  });
  useEffect(() => queueMicrotask(() => openSheetIfAddressAsks()), []);
  const openDateStep = async (pickedKeys: PickedKeys): Promise<void> => {
    if (await load()) setPickedGuestKeys(pickedKeys);
  };
  return (
    <>
      <ActionTile icon={Share2} label={t('Share')} onClick={() => void openShareSheet()} />
      {shareModule !== null && (
        <shareModule.ShareSheet
          restaurant={restaurant}
          url={restaurantPageUrl}
          onShare={hasShareSheet(window.navigator) ? () => void shareRestaurantLink() : null}
          onCopy={() => void copyLink()}
          onMeetup={(pickedKeys) => void openDateStep(pickedKeys)}
          onClose={() => setShareModule(null)}
        />
      )}
      {draftModule !== null && pickedGuestKeys !== null && (
        <draftModule.ShareAsMeetupSheet
          restaurantKey={restaurantKey}
          pickedKeys={pickedGuestKeys}
          onClose={() => setPickedGuestKeys(null)}
        />
      )}
    </>
  );
};

/** Buttons on the restaurant's page: invite and share. */
const RestaurantSocial = (restaurant: SocialSlotProps) => (
  <>
    <InviteTile restaurantKey={restaurant.restaurantKey} />
    <ShareTile {...restaurant} />
  </>
);

export default RestaurantSocial;
