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
import type { PeopleSet, PickedKeys } from '../people';
import { liveChats } from './chat-api';
import { chatTitle, otherParticipantsOf } from './chat-labels';
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
   * Called with the chosen people when the user wants to share the restaurant as a meetup. The next step asks for the
   * date.
   */
  readonly onMeetup: (pickedKeys: PickedKeys) => void;
  readonly onClose: () => void;
}

/** Sends a restaurant to the chat with exactly these people. Repeated presses and retries send only one message. */
const useShareInChat = (restaurantKey: string, pickedKeys: PickedKeys) => {
  const { apiClient, navigation, snackbar } = useShell();
  const { isBusy, run } = useSingleFlight();
  const lastAttempt = useRef({ people: '', key: '' });
  const shareRestaurant = async (): Promise<void> => {
    const joinedKeys = pickedKeys.join(' ');
    // After a lost response the retry sends the same idempotency key, so that only one message is created. Other people
    // get a new key.
    if (lastAttempt.current.people !== joinedKeys) lastAttempt.current = { people: joinedKeys, key: createRandomKey() };
    const answer = await apiClient.call(sendContentMessage, {
      body: { userKeys: [...pickedKeys], type: 'restaurant', contentId: restaurantKey },
      idempotencyKey: lastAttempt.current.key,
    });
    if (answer.ok) navigation.open('chatmessages', answer.value.chatId);
    else snackbar({ tone: 'error', text: errorText(answer.error) });
  };
  return { isBusy, send: () => run(shareRestaurant) };
};

/**
 * Chats of the reader with several people. People who can't be invited are left out. A chat without them is a different
 * chat and has another name.
 */
const useGroupChats = (): readonly PeopleSet[] => {
  const uid = useUid() ?? '';
  const isInvitable = useIsInvitable();
  return useCollection(liveChats).items.flatMap((chat) => {
    const people = otherParticipantsOf(chat, uid).filter(isInvitable);
    return people.length > 1 ? [{ key: chat.key, name: chatTitle(people), people }] : [];
  });
};

/** Picture and name of the restaurant that is shared. */
const RestaurantHeader = ({
  restaurantKey,
  restaurantName,
}: Pick<ShareSheetProps['restaurant'], 'restaurantKey' | 'restaurantName'>) => {
  const { data: restaurant, error } = useRestaurantQuery({ key: restaurantKey });
  const isLoading = restaurant === undefined && error === undefined;
  return (
    <Inline $gap={14}>
      <Thumbnail>
        {isLoading ? (
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
  const chats = useGroupChats();
  const { isBusy, send } = useShareInChat(restaurantKey, pickedKeys);
  const [isQrCodeOpen, setIsQrCodeOpen] = useState(false);
  const { part: linkSheets, load } = useLazyPart(() => import('../links'));
  const openQrCode = async (): Promise<void> => setIsQrCodeOpen(await load());
  const isVerified = session.status === 'known' && session.account.verified;
  const askForAccount = async (): Promise<void> => {
    const outcome = await remotes.runCommand('account/callToAction', { reason: 'invite' });
    if (!outcome.ok) snackbar({ tone: 'error', text: t('ShareUnavailable') });
  };
  const [isSharedAsMeetup, setIsSharedAsMeetup] = useState(false);
  const missingPeopleReason = pickedKeys.length === 0 ? t('PickSomebody') : undefined;
  const dock = isVerified ? (
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
    <Button isBlock icon={MessageCircle} onClick={() => void askForAccount()}>
      {t('ShareInChat')}
    </Button>
  );
  return (
    <>
      <Sheet title={t('SharePlace')} onClose={onClose} dock={dock}>
        <Stack $gap={16}>
          <RestaurantHeader {...restaurant} />
          <ActionBar>
            {onShare !== null && <ActionTile icon={Share2} label={t('ShareVia')} onClick={onShare} />}
            <ActionTile icon={Link2} label={t('CopyLink')} onClick={onCopy} />
            <ActionTile icon={QrCode} label={t('QrCode')} onClick={() => void openQrCode()} />
          </ActionBar>
          {isVerified && (
            <Small as="h2" $tone="quiet">
              {t('ToYourChats')}
            </Small>
          )}
          {isVerified && <ChatPartners pickedKeys={pickedKeys} onChange={setPickedKeys} chats={chats} />}
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
