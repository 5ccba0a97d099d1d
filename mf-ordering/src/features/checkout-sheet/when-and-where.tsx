import type { Invitation, Restaurant } from '@mahlzeit/contract';
import { berlinDay, meetupInstantOf, orderLeadMinutes } from '@mahlzeit/contract/rules';
import { formatDay, formatMinutes, formatTime, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import {
  Banner,
  Caption,
  H3,
  Icon,
  IconButton,
  LinkButton,
  Row,
  Rows,
  Section,
  Stack,
  textStyles,
  tokens,
} from '@mahlzeit/shared-ui/ui';
import { ChoiceChips } from '@mahlzeit/shared-ui/ui/moment';
import { ChoiceTiles } from '@mahlzeit/shared-ui/ui/form';
import { CalendarCheck, CalendarPlus, ShoppingBag, Utensils, X } from 'lucide-react';
import { useId, useState } from 'react';
import styled from 'styled-components';
import {
  orderSlotsOf,
  cartTimeError,
  fitsMeetup,
  isOrderTakenAway,
  updateCart,
  useMeetups,
  useOrderingNow,
  withMeetup,
  withoutMeetup,
  withMealTime,
} from '../cart';
import type { Cart, CartPlace } from '../cart';
import { useTexts } from './order-texts';

interface OrderSectionProps {
  readonly cart: Cart;
  readonly place: CartPlace;
  readonly restaurant: Restaurant;
}

interface QuestionHeadingProps {
  /** Level of the section's headings: one below the heading „Deine Bestellung“. */
  readonly level: 2 | 3;
}

const guestNames = ({ attendees }: Invitation, uid: string): string =>
  attendees
    .filter((attendee) => attendee.uid !== uid && attendee.status !== 'declined')
    .map(({ name }) => name)
    .join(', ');

/** Card of the meetup to which the order belongs (S2§4). It replaces the questions for time and place. */
const MeetupCard = ({
  cart,
  place,
  restaurant,
  meetup,
  uid,
}: OrderSectionProps & { readonly meetup: Invitation | undefined; readonly uid: string }) => {
  const t = useTexts();
  const shell = useShell();
  const orderTypeText = t(isOrderTakenAway(cart, restaurant) === true ? 'TakeAway' : 'InStore');
  const guestNamesText = meetup === undefined ? '' : guestNames(meetup, uid);
  return (
    <MeetupFrame>
      <MeetupIcon>
        <Icon source={CalendarCheck} size={22} />
      </MeetupIcon>
      <div>
        <strong>{t('MeetupToday', { time: formatTime(cart.meetUpDate ?? 0) })}</strong>
        <Caption as="span" $tone="quiet">
          {guestNamesText === '' ? orderTypeText : `${guestNamesText} · ${orderTypeText}`}
        </Caption>
      </div>
      <IconButton
        label={t('MeetupUnlink')}
        icon={X}
        iconSize={18}
        onClick={() => updateCart(shell, place, withoutMeetup)}
      />
    </MeetupFrame>
  );
};

const MeetupFrame = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 12px 6px 12px 12px;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow:
    ${tokens.color.e1},
    0 0 0 1px ${tokens.color.line};
  > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  strong,
  span {
    display: block;
  }
  strong {
    ${textStyles.label}
  }
`;

const MeetupIcon = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.okTint};
  color: ${tokens.color.onOkTint};
  && {
    display: grid;
  }
`;

const LAST_SLOT_SOON_MINUTES = 45;
const MINUTE_MS = 60_000;

/** Message with the latest time for which the restaurant takes orders. It appears only shortly before that time. */
const LastSlotNotice = ({
  lastSlot,
  restaurant,
  now,
}: {
  readonly lastSlot: number;
  readonly restaurant: Restaurant;
  readonly now: number;
}) => {
  const t = useTexts();
  const remainingMinutes = Math.floor((lastSlot - now) / MINUTE_MS) - orderLeadMinutes(restaurant);
  if (remainingMinutes > LAST_SLOT_SOON_MINUTES) return null;
  return (
    <Banner
      tone="warn"
      title={
        remainingMinutes > 0 ? t('OrderingEndsIn', { time: formatMinutes(remainingMinutes) }) : t('OrderingEndsNow')
      }
    >
      {t('LastTimeToday', { time: formatTime(lastSlot) })}
    </Banner>
  );
};

const useTimeErrorText = (cart: Cart, restaurant: Restaurant, now: number): string | null => {
  const t = useTexts();
  const timeError = cartTimeError(cart, restaurant, now);
  if (timeError === null || cart.meetUpDate === null) return null;
  switch (timeError) {
    case 'ErrorOrderTooSoon':
      return t('TimeTooSoon', { time: formatTime(cart.meetUpDate), minutes: orderLeadMinutes(restaurant) });
    case 'restaurantClosed':
      return t('ErrorPayment_restaurantClosed');
    case 'ErrorOrderNotToday':
      return t('ErrorOrderNotToday');
    case 'ErrorOrderWrongDay':
      return t('ErrorOrderWrongDay');
  }
};

/** Number of times that are shown at once: the soonest and the next six. */
const EARLY_SLOT_COUNT = 7;

const MealTimeSection = ({
  cart,
  restaurant,
  level,
  onChoose,
}: Pick<OrderSectionProps, 'cart' | 'restaurant'> &
  QuestionHeadingProps & { readonly onChoose: (instant: number) => void }) => {
  const t = useTexts();
  const now = useOrderingNow();
  const reasonId = useId();
  const [areAllShown, setAreAllShown] = useState(false);
  const mealSlots = orderSlotsOf(cart, restaurant, now);
  const timeReason = useTimeErrorText(cart, restaurant, now);
  const { meetUpDate } = cart;
  const isChosenTimeGone = meetUpDate !== null && !mealSlots.includes(meetUpDate);
  const lastSlot = mealSlots.at(-1);
  // A chosen time stays visible, however late it is.
  const isLateTimeChosen = meetUpDate !== null && mealSlots.indexOf(meetUpDate) >= EARLY_SLOT_COUNT;
  const visibleSlots = areAllShown || isLateTimeChosen ? mealSlots : mealSlots.slice(0, EARLY_SLOT_COUNT);
  const slotLabelOf = (instant: number): string =>
    instant === mealSlots[0] ? t('SoonestTime', { time: formatTime(instant) }) : formatTime(instant);
  const slotRadioChoices = [...(isChosenTimeGone ? [meetUpDate] : []), ...visibleSlots].map((instant) => ({
    id: String(instant),
    content: slotLabelOf(instant),
    label: slotLabelOf(instant),
    isClosed: isChosenTimeGone && instant === meetUpDate,
  }));
  return (
    <Section title={t('When')} headAside={t('TodayIs', { day: formatDay(berlinDay(now)) })} level={level} isSmall>
      <ChoiceStack $gap={8}>
        {lastSlot !== undefined && <LastSlotNotice lastSlot={lastSlot} restaurant={restaurant} now={now} />}
        {slotRadioChoices.length > 0 && (
          <ChoiceChips
            look="time"
            label={t('When')}
            choices={slotRadioChoices}
            chosenId={meetUpDate === null ? null : String(meetUpDate)}
            isInvalid={isChosenTimeGone}
            reasonId={isChosenTimeGone ? reasonId : undefined}
            onChoose={(id) => onChoose(Number(id))}
          />
        )}
        {visibleSlots.length < mealSlots.length && (
          <LinkButton onClick={() => setAreAllShown(true)}>{t('OtherTime')}</LinkButton>
        )}
        {isChosenTimeGone && (
          <Caption id={reasonId} $tone="quiet">
            {timeReason ?? t('TimeGone', { time: formatTime(meetUpDate) })}
          </Caption>
        )}
        {mealSlots.length === 0 && <Caption $tone="quiet">{t('NoTimeToday')}</Caption>}
      </ChoiceStack>
    </Section>
  );
};

// Stack with a question and its choices. Its padding makes the distance between them the same as in the next question.
const ChoiceStack = styled(Stack)`
  padding-top: 6px;
`;

const OrderTypeSection = ({
  cart,
  restaurant,
  onChoose,
}: Pick<OrderSectionProps, 'cart' | 'restaurant'> & { readonly onChoose: (isTakeAway: boolean) => void }) => {
  const t = useTexts();
  if (restaurant.onlyTakeAway) {
    return (
      <div>
        <QuestionHeading>{t('Where')}</QuestionHeading>
        <Banner tone="neutral" icon={ShoppingBag} title={t('OnlyTakeAway')}>
          {t('OnlyTakeAwayText')}
        </Banner>
      </div>
    );
  }
  const orderType = cart.isTakeAway === undefined ? null : cart.isTakeAway ? 'takeAway' : 'inStore';
  return (
    <ChoiceTiles
      label={t('Where')}
      options={[
        { id: 'inStore', label: t('InStore'), text: t('InStoreText'), icon: Utensils },
        { id: 'takeAway', label: t('TakeAwayShort'), text: t('TakeAwayText'), icon: ShoppingBag },
      ]}
      chosenId={orderType}
      onChoose={(id) => onChoose(id === 'takeAway')}
    />
  );
};

const QuestionHeading = styled(H3)`
  margin-bottom: 10px;
`;

/** Other ways to set a time: one of the diner's meetups, or a new meetup. */
const MeetupSuggestion = ({
  cart,
  place,
  meetup,
}: Pick<OrderSectionProps, 'cart' | 'place'> & { readonly meetup: Invitation | undefined }) => {
  const t = useTexts();
  const shell = useShell();
  const { remotes, navigation, snackbar } = shell;
  const startDraft = async (): Promise<void> => {
    const draftAnswer = await remotes.runCommand('social/startDraft', {
      restaurantKey: place.restaurantKey,
      ...(cart.meetUpDate !== null && { date: new Date(cart.meetUpDate).toISOString() }),
      isTakeAway: cart.isTakeAway ?? false,
      forCart: true,
      origin: navigation.current(),
    });
    if (!draftAnswer.ok) snackbar({ tone: 'error', text: t('InviteUnavailable') });
  };
  return (
    <Rows>
      {meetup !== undefined && (
        <Row
          leading={<Icon source={CalendarCheck} size={22} />}
          title={t('MeetupLink', { time: formatTime(meetupInstantOf(meetup)) })}
          text={t('MeetupLinkText')}
          onClick={() => updateCart(shell, place, (currentCart) => withMeetup(currentCart, meetup))}
        />
      )}
      <Row
        leading={<Icon source={CalendarPlus} size={22} />}
        title={t('InviteForCart')}
        text={t('InviteForCartText')}
        onClick={() => void startDraft()}
      />
    </Rows>
  );
};

/** Questions for time and place; a meetup answers both. `onChoose` is called on each choice. */
export const TimeAndPlaceSection = ({
  cart,
  place,
  restaurant,
  level,
  onChoose,
}: OrderSectionProps & QuestionHeadingProps & { readonly onChoose: () => void }) => {
  const shell = useShell();
  const now = useOrderingNow();
  const openMeetups = useMeetups() ?? [];
  const uid = useUid() ?? '';
  const timeReason = useTimeErrorText(cart, restaurant, now);
  if (cart.meetUp !== '') {
    return (
      <Stack $gap={8}>
        <MeetupCard
          cart={cart}
          place={place}
          restaurant={restaurant}
          uid={uid}
          meetup={openMeetups.find(({ key }) => key === cart.meetUp)}
        />
        {timeReason !== null && <Banner tone="warn">{timeReason}</Banner>}
      </Stack>
    );
  }
  const fittingMeetup = openMeetups.find((meetup) =>
    fitsMeetup(meetup, { uid, restaurantKey: place.restaurantKey, now }),
  );
  const changeCart = (applyChange: (currentCart: Cart) => Cart): void => {
    updateCart(shell, place, applyChange);
    onChoose();
  };
  return (
    <Stack $gap={20}>
      <MealTimeSection
        cart={cart}
        restaurant={restaurant}
        level={level}
        onChoose={(instant) => changeCart((currentCart) => withMealTime(currentCart, instant))}
      />
      <OrderTypeSection
        cart={cart}
        restaurant={restaurant}
        onChoose={(isTakeAway) => changeCart((currentCart) => ({ ...currentCart, isTakeAway }))}
      />
      <MeetupSuggestion cart={cart} place={place} meetup={fittingMeetup} />
    </Stack>
  );
};
