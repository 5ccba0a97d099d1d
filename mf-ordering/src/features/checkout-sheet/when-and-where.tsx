import type { Invitation, Restaurant } from '@mahlzeit/contract';
import { berlinDay, meetsAt, orderLeadMinutes } from '@mahlzeit/contract/rules';
import { formatDay, formatMinutes, formatTime, useNow, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import {
  Banner,
  Caption,
  H3,
  Icon,
  IconButton,
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
import { useId } from 'react';
import styled from 'styled-components';
import {
  cartSlots,
  cartTimeError,
  fitsMeetup,
  isTakenAway,
  updateCart,
  useMeetups,
  withMeetup,
  withoutMeetup,
  withTime,
} from '../cart';
import type { Cart, CartPlace } from '../cart';
import { useTexts } from './order-texts';

interface OrderProps {
  readonly cart: Cart;
  readonly place: CartPlace;
  readonly restaurant: Restaurant;
}

interface HeadingProps {
  /** Level of the headings: one below „Deine Bestellung“. */
  readonly level: 2 | 3;
}

const guestsOf = ({ attendees }: Invitation, uid: string): string =>
  attendees
    .filter((attendee) => attendee.uid !== uid && attendee.status !== 'declined')
    .map(({ name }) => name)
    .join(', ');

/** S2§4: card of the linked meetup. It replaces the questions for time and place. */
const MeetupCard = ({
  cart,
  place,
  restaurant,
  meetup,
  uid,
}: OrderProps & { readonly meetup: Invitation | undefined; readonly uid: string }) => {
  const t = useTexts();
  const shell = useShell();
  const orderTypeText = t(isTakenAway(cart, restaurant) === true ? 'TakeAway' : 'InStore');
  const guests = meetup === undefined ? '' : guestsOf(meetup, uid);
  return (
    <Card>
      <Emblem>
        <Icon source={CalendarCheck} size={22} />
      </Emblem>
      <div>
        <strong>{t('MeetupToday', { time: formatTime(cart.meetUpDate ?? 0) })}</strong>
        <Caption as="span" $tone="quiet">
          {guests === '' ? orderTypeText : `${guests} · ${orderTypeText}`}
        </Caption>
      </div>
      <IconButton
        label={t('MeetupUnlink')}
        icon={X}
        iconSize={18}
        onClick={() => updateCart(shell, place, withoutMeetup)}
      />
    </Card>
  );
};

const Card = styled.div`
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

const Emblem = styled.span`
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

const SOON_MINUTES = 45;
const MINUTE = 60_000;

/** Latest time for which the restaurant takes orders, shown only shortly before it. */
const LastTime = ({
  lastSlot,
  restaurant,
  now,
}: {
  readonly lastSlot: number;
  readonly restaurant: Restaurant;
  readonly now: number;
}) => {
  const t = useTexts();
  const minutes = Math.floor((lastSlot - now) / MINUTE) - orderLeadMinutes(restaurant);
  if (minutes > SOON_MINUTES) return null;
  return (
    <Banner
      tone="warn"
      title={minutes > 0 ? t('OrderingEndsIn', { time: formatMinutes(minutes) }) : t('OrderingEndsNow')}
    >
      {t('LastTimeToday', { time: formatTime(lastSlot) })}
    </Banner>
  );
};

const useTimeReason = (cart: Cart, restaurant: Restaurant, now: number): string | null => {
  const t = useTexts();
  const error = cartTimeError(cart, restaurant, now);
  if (error === null || cart.meetUpDate === null) return null;
  switch (error) {
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

const When = ({
  cart,
  restaurant,
  level,
  onChoose,
}: Pick<OrderProps, 'cart' | 'restaurant'> & HeadingProps & { readonly onChoose: (instant: number) => void }) => {
  const t = useTexts();
  const now = useNow();
  const reasonId = useId();
  const slots = cartSlots(cart, restaurant, now);
  const reason = useTimeReason(cart, restaurant, now);
  const { meetUpDate } = cart;
  const isChosenGone = meetUpDate !== null && !slots.includes(meetUpDate);
  const lastSlot = slots.at(-1);
  const chips = [...(isChosenGone ? [meetUpDate] : []), ...slots].map((instant) => ({
    id: String(instant),
    content: formatTime(instant),
    label: formatTime(instant),
    isClosed: isChosenGone && instant === meetUpDate,
  }));
  return (
    <Section title={t('When')} aside={t('TodayIs', { day: formatDay(berlinDay(now)) })} level={level} isSmall>
      <Choices $gap={8}>
        {lastSlot !== undefined && <LastTime lastSlot={lastSlot} restaurant={restaurant} now={now} />}
        {chips.length > 0 && (
          <ChoiceChips
            look="time"
            label={t('When')}
            choices={chips}
            chosenId={meetUpDate === null ? null : String(meetUpDate)}
            isInvalid={isChosenGone}
            reasonId={isChosenGone ? reasonId : undefined}
            onChoose={(id) => onChoose(Number(id))}
          />
        )}
        {isChosenGone && (
          <Caption id={reasonId} $tone="quiet">
            {reason ?? t('TimeGone', { time: formatTime(meetUpDate) })}
          </Caption>
        )}
        {slots.length === 0 && <Caption $tone="quiet">{t('NoTimeToday')}</Caption>}
      </Choices>
    </Section>
  );
};

// The padding makes the distance between question and choices the same as that of the next question's tiles.
const Choices = styled(Stack)`
  padding-top: 6px;
`;

const Where = ({
  cart,
  restaurant,
  onChoose,
}: Pick<OrderProps, 'cart' | 'restaurant'> & { readonly onChoose: (isTakeAway: boolean) => void }) => {
  const t = useTexts();
  if (restaurant.onlyTakeAway) {
    return (
      <div>
        <Question>{t('Where')}</Question>
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

const Question = styled(H3)`
  margin-bottom: 10px;
`;

/** Other ways to set a time: one of the diner's meetups, or a new meetup. */
const Meetups = ({
  cart,
  place,
  meetup,
}: Pick<OrderProps, 'cart' | 'place'> & { readonly meetup: Invitation | undefined }) => {
  const t = useTexts();
  const shell = useShell();
  const { remotes, navigation, snackbar } = shell;
  const invite = async (): Promise<void> => {
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
          title={t('MeetupLink', { time: formatTime(meetsAt(meetup)) })}
          text={t('MeetupLinkText')}
          onClick={() => updateCart(shell, place, (currentCart) => withMeetup(currentCart, meetup))}
        />
      )}
      <Row
        leading={<Icon source={CalendarPlus} size={22} />}
        title={t('InviteForCart')}
        text={t('InviteForCartText')}
        onClick={() => void invite()}
      />
    </Rows>
  );
};

/** Questions for time and place; a meetup answers both. `onChoose` is called on each choice. */
export const WhenAndWhere = ({
  cart,
  place,
  restaurant,
  level,
  onChoose,
}: OrderProps & HeadingProps & { readonly onChoose: () => void }) => {
  const shell = useShell();
  const now = useNow();
  const meetups = useMeetups() ?? [];
  const uid = useUid() ?? '';
  const reason = useTimeReason(cart, restaurant, now);
  if (cart.meetUp !== '') {
    return (
      <Stack $gap={8}>
        <MeetupCard
          cart={cart}
          place={place}
          restaurant={restaurant}
          uid={uid}
          meetup={meetups.find(({ key }) => key === cart.meetUp)}
        />
        {reason !== null && <Banner tone="warn">{reason}</Banner>}
      </Stack>
    );
  }
  const fitting = meetups.find((meetup) => fitsMeetup(meetup, { uid, restaurantKey: place.restaurantKey, now }));
  const change = (next: (currentCart: Cart) => Cart): void => {
    updateCart(shell, place, next);
    onChoose();
  };
  return (
    <Stack $gap={20}>
      <When
        cart={cart}
        restaurant={restaurant}
        level={level}
        onChoose={(instant) => change((currentCart) => withTime(currentCart, instant))}
      />
      <Where
        cart={cart}
        restaurant={restaurant}
        onChoose={(isTakeAway) => change((currentCart) => ({ ...currentCart, isTakeAway }))}
      />
      <Meetups cart={cart} place={place} meetup={fitting} />
    </Stack>
  );
};
