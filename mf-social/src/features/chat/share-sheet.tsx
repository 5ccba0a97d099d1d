import { sendContentMessage } from '@mahlzeit/contract';
import { cuisineNames } from '@mahlzeit/contract/rules';
import {
  createRandomKey,
  errorText,
  useCollection,
  useLazyPart,
  useRestaurantQuery,
  useSession,
  useShell,
  useSingleFlight,
  useUid,
} from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { Button, H3, Inline, Skeleton, Small, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { Checkbox } from '@mahlzeit/shared-ui/ui/form';
import { ActionBar, ActionTile, RestaurantMedia, sceneFor } from '@mahlzeit/shared-ui/ui/restaurant';
import { CalendarPlus, Link2, MessageCircle, QrCode, Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import styled from 'styled-components';
import type { PickablePeopleSet, PickedKeys } from '../people';
import { liveChats } from './chat-api';
import { chatTitleOf, otherParticipantsOf } from './chat-labels';
import { ChatPartners } from './chat-partners';
import { useTexts } from './chat-texts';
import { useIsInvitable } from './use-chat';

interface ShareSheetProps {
  readonly restaurant: SlotProps['restaurant/social'];
  /** Public URL of the restaurant's page. */
  readonly url: string;
  /** Opens the browser's share sheet; null in browsers without one. */
  readonly onShare: (() => void) | null;
  readonly onCopy: () => void;
  /**
   * Called with the chosen people if the user wants to invite them to the restaurant. The next step asks for the date.
   */
  readonly onMeetup: (pickedKeys: PickedKeys) => void;
  readonly onClose: () => void;
}

/**
 * Sends a restaurant to the chat between the user and exactly the people in `pickedKeys`. Repeated presses and retries
 * send only one message.
 */
const useShareRestaurantInChat = (restaurantKey: string, pickedKeys: PickedKeys) => {
  const { apiClient, navigation, snackbar } = useShell();
  const { isBusy, run } = useSingleFlight();
  const lastShareAttempt = useRef({ people: '', key: '' });
  const shareRestaurant = async (): Promise<void> => {
    const pickedKeysText = pickedKeys.join(' ');
    // After a lost response the retry sends the same idempotency key, so that only one message is created. When the
    // user chooses other people, the request gets a new key.
    if (lastShareAttempt.current.people !== pickedKeysText)
      lastShareAttempt.current = { people: pickedKeysText, key: createRandomKey() };
    const sendAnswer = await apiClient.call(sendContentMessage, {
      body: { userKeys: [...pickedKeys], type: 'restaurant', contentId: restaurantKey },
      idempotencyKey: lastShareAttempt.current.key,
    });
    if (sendAnswer.ok) navigation.open('chatmessages', sendAnswer.value.chatId);
    else snackbar({ tone: 'error', text: errorText(sendAnswer.error) });
  };
  return { isBusy, send: () => run(shareRestaurant) };
};

/**
 * Returns the user's chats with at least two people who can be invited. Participants who can't be invited are left out,
 * so the restaurant is sent to the chat of the remaining people, and the row shows the name of that chat.
 */
const useGroupChats = (): readonly PickablePeopleSet[] => {
  const uid = useUid() ?? '';
  const isInvitable = useIsInvitable();
  return useCollection(liveChats).items.flatMap((chat) => {
    const invitablePeople = otherParticipantsOf(chat, uid).filter(isInvitable);
    return invitablePeople.length > 1
      ? [{ key: chat.key, name: chatTitleOf(invitablePeople), people: invitablePeople }]
      : [];
  });
};

/** Picture and name of the restaurant that is shared. */
const RestaurantHeader = ({
  restaurantKey,
  restaurantName,
}: Pick<ShareSheetProps['restaurant'], 'restaurantKey' | 'restaurantName'>) => {
  const { data: restaurant, error } = useRestaurantQuery({ key: restaurantKey });
  const isRestaurantLoading = restaurant === undefined && error === undefined;
  return (
    <Inline $gap={14}>
      <Thumbnail>
        {isRestaurantLoading ? (
          <Skeleton $height="100%" $radius="0" />
        ) : (
          <RestaurantMedia
            sceneSpec={sceneFor(restaurantName, restaurant === undefined ? [] : cuisineNames(restaurant))}
            layout="thumb"
            pictureUrl={restaurant?.midSizeFirstImage ?? null}
          />
        )}
      </Thumbnail>
      <H3 as="p">{restaurantName}</H3>
    </Inline>
  );
};

const Thumbnail = styled.div`
  flex: none;
  width: 60px;
  height: 60px;
  border-radius: ${tokens.radius.thumb};
  overflow: hidden;
`;

/** Shares a restaurant by a link, by a QR code or in a chat (S2§4). */
export const ShareSheet = ({ restaurant, url, onShare, onCopy, onMeetup, onClose }: ShareSheetProps) => {
  const t = useTexts();
  const { restaurantKey, restaurantName } = restaurant;
  const { remotes, snackbar } = useShell();
  const session = useSession();
  const [pickedKeys, setPickedKeys] = useState<PickedKeys>([]);
  const groupChatSets = useGroupChats();
  const { isBusy, send } = useShareRestaurantInChat(restaurantKey, pickedKeys);
  const [isQrCodeOpen, setIsQrCodeOpen] = useState(false);
  const { part: linkSheets, load } = useLazyPart(() => import('../links'));
  const openQrCode = async (): Promise<void> => setIsQrCodeOpen(await load());
  const isAccountVerified = session.status === 'known' && session.account.verified;
  const requestVerifiedAccount = async (): Promise<void> => {
    const callToActionOutcome = await remotes.runCommand('account/callToAction', { reason: 'invite' });
    if (!callToActionOutcome.ok) snackbar({ tone: 'error', text: t('ShareUnavailable') });
  };
  const [isSharedAsMeetup, setIsSharedAsMeetup] = useState(false);
  const missingPeopleReason = pickedKeys.length === 0 ? t('PickSomebody') : undefined;
  const dockContent = isAccountVerified ? (
    <Stack $gap={8}>
      <Checkbox checked={isSharedAsMeetup} onChange={({ target }) => setIsSharedAsMeetup(target.checked)}>
        {t('CreateInvitation')}
      </Checkbox>
      {isSharedAsMeetup && (
        <Button isBlock icon={CalendarPlus} disabledReason={missingPeopleReason} onClick={() => onMeetup(pickedKeys)}>
          {t('GoOnToDate')}
        </Button>
      )}
      {!isSharedAsMeetup && (
        <Button isBlock icon={MessageCircle} isBusy={isBusy} disabledReason={missingPeopleReason} onClick={send}>
          {t('ShareInChat')}
        </Button>
      )}
    </Stack>
  ) : (
    <Button isBlock icon={MessageCircle} onClick={() => void requestVerifiedAccount()}>
      {t('ShareInChat')}
    </Button>
  );
  return (
    <>
      <Sheet title={t('SharePlace')} onClose={onClose} dock={dockContent}>
        <Stack $gap={16}>
          <RestaurantHeader {...restaurant} />
          <ActionBar>
            {onShare !== null && <ActionTile icon={Share2} label={t('ShareVia')} onClick={onShare} />}
            <ActionTile icon={Link2} label={t('CopyLink')} onClick={onCopy} />
            <ActionTile icon={QrCode} label={t('QrCode')} onClick={() => void openQrCode()} />
          </ActionBar>
          {isAccountVerified && (
            <Small as="h2" $tone="quiet">
              {t('ToYourChats')}
            </Small>
          )}
          {isAccountVerified && <ChatPartners pickedKeys={pickedKeys} onChange={setPickedKeys} chats={groupChatSets} />}
        </Stack>
      </Sheet>
      {isQrCodeOpen && linkSheets !== null && (
        <linkSheets.PlaceLinkSheet name={restaurantName} link={url} onClose={() => setIsQrCodeOpen(false)}>
          <RestaurantHeader {...restaurant} />
        </linkSheets.PlaceLinkSheet>
      )}
    </>
  );
};
