import type { PartnerOrder, Restaurant } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { Banner, Button, media, Small, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../console-texts';
import { useAlerts, useAwake } from '../features/alerts';
import type { Sound } from '../features/alerts';
import { AllKeys, KeyFooter, useKeys } from '../features/keyboard';
import type { KeyCommand } from '../features/keyboard';
import {
  useAccepting,
  FormerOrders,
  useMovingDetails,
  OrderQueue,
  isFormer,
  isOverdue,
  isWaiting,
  nextWaiting,
  stepFrom,
  useFormerOrders,
  useQueue,
} from '../features/orders';
import {
  ordersOfRestaurant,
  restaurantOfCounter,
  useConnection,
  useMedia,
  useNow,
  usePageTitle,
  usePartner,
  usePartnerCollection,
} from '../platform';
import { ConsoleHeader } from './console-header';
import { MenuSide } from './menu-side';

interface ConsoleProps {
  /** Restaurant as it was when the user signed in; live changes come from the topic. */
  readonly restaurant: Restaurant;
  readonly sound: Sound;
  /** Whether the server is a sandbox, in which no real money is moved. */
  readonly isSandbox: boolean;
}

type View = 'orders' | 'menu';

/** Media query for windows that show queue, details and menu side by side. */
const WIDE = '(min-width: 1200px)';

/**
 * Holds the key of the chosen order. On a wide screen the first order is chosen by default, because the details pane
 * would otherwise be empty. On other screens no order is chosen until a tap.
 */
const useChosen = (rows: readonly string[], isWide: boolean) => {
  const [chosenKey, setChosen] = useState<string | null>(null);
  const isThere = chosenKey !== null && rows.includes(chosenKey);
  const first = isWide ? (rows[0] ?? null) : null;
  if (!isThere && chosenKey !== first) setChosen(first);
  return { chosen: isThere ? chosenKey : first, setChosen };
};

/**
 * Collects the console's orders: today's orders, the orders of the past day in the open list, and the keys of all rows
 * in their sequence.
 */
const useOrders = (restaurantKey: string, now: number, sendingKeys: ReadonlySet<string>) => {
  const collection = usePartnerCollection(ordersOfRestaurant, restaurantKey);
  const { items } = collection;
  const today = useMemo(() => items.filter((order) => !isFormer(order, now)), [items, now]);
  const formerDay = useFormerOrders(restaurantKey, items, now);
  const { ref, arrangement } = useQueue(today, sendingKeys);
  const rows = useMemo(
    () => [...arrangement.waiting, ...arrangement.answered, ...formerDay.orders.map(({ key }) => key)],
    [arrangement, formerDay.orders],
  );
  const orderOf = (key: string | null): PartnerOrder | null =>
    [...today, ...formerDay.orders].find((order) => order.key === key) ?? null;
  return { collection, today, former: formerDay, ref, arrangement, rows, orderOf };
};

/**
 * Checks the token again when the live topic was closed: either the token was revoked, or the restaurant was deleted.
 */
const useRecheckOnLoss = (isLost: boolean): void => {
  const { refresh } = usePartner();
  useEffect(() => {
    if (isLost) void refresh();
  }, [isLost, refresh]);
};

const focusRow = (key: string): void => {
  const row = document.querySelector<HTMLElement>(`[data-order="${CSS.escape(key)}"] [data-part="row"]`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView?.({ block: 'nearest' });
};

/** Console of one restaurant: its orders, the chosen order, its menu. */
export const Console = ({ restaurant: openedRestaurant, sound, isSandbox }: ConsoleProps) => {
  const t = useTexts();
  const now = useNow();
  const isWide = useMedia(WIDE);
  const [view, setView] = useState<View>('orders');
  const [refundAsked, setRefundAsked] = useState(0);
  const [showsKeys, setShowsKeys] = useState(false);
  const menuPlace = useRef<HTMLDivElement>(null);

  const restaurant = usePartnerCollection(restaurantOfCounter, openedRestaurant.key).items[0] ?? openedRestaurant;
  const { accepting, sendingKeys } = useAccepting(restaurant.key);
  const {
    collection: orders,
    today: ordersToday,
    former,
    ref,
    arrangement,
    rows,
    orderOf,
  } = useOrders(restaurant.key, now, sendingKeys);
  const today = berlinDay(now);
  useRecheckOnLoss(orders.status === 'gone');
  const connection = useConnection(orders.status === 'live');
  const isOffline = connection.status === 'offline';
  const { chosen, setChosen } = useChosen(rows, isWide);
  const order = orderOf(chosen);

  const isOpenOrder = (candidate: PartnerOrder): boolean =>
    isWaiting(candidate, now) && !sendingKeys.has(candidate.key);
  const waitingOrders = ordersToday.filter(isOpenOrder);
  const overdueOrders = waitingOrders.filter((candidate) => isOverdue(candidate, now));
  const alertSentence = useAlerts({ orders: ordersToday, isLive: orders.status === 'live', now, sound });
  usePageTitle(
    waitingOrders.length === 0
      ? t('PageTitle')
      : t('TitleWithNew', { count: waitingOrders.length, name: t('PageTitle') }),
  );

  const { accept } = accepting;
  const choose = useCallback(
    (key: string) => setChosen((currentKey) => (currentKey === key && !isWide ? null : key)),
    [setChosen, isWide],
  );
  const nextBehind = (key: string | null): string | null =>
    nextWaiting(arrangement, key, (other) => other !== key && waitingOrders.some((one) => one.key === other));
  const [answeredKey, setAnswered] = useState<string | null>(null);
  const onAccept = useCallback(
    (candidate: PartnerOrder) => {
      if (isOffline) return;
      accept(candidate);
      setAnswered(candidate.key);
    },
    [accept, isOffline],
  );
  // On wide screens the next order is chosen after an answer. On others it isn't, because opening its details in the
  // queue would move the rows under the finger.
  if (answeredKey !== null) {
    setAnswered(null);
    if (isWide && answeredKey === chosen) setChosen(nextBehind(answeredKey) ?? chosen);
  }

  const goTo = (key: string | null): void => {
    if (key === null) return;
    setView('orders');
    setChosen(key);
    requestAnimationFrame(() => focusRow(key));
  };
  const acceptChosen = (): void => {
    if (isOffline) return;
    // The accept key must not accept an order that the user hasn't seen: when no waiting order is chosen, it only
    // chooses the next one.
    if (order === null || !isOpenOrder(order)) return goTo(nextBehind(null));
    accept(order);
    goTo(nextBehind(order.key));
  };
  const goToMenu = (): void => {
    setView('menu');
    requestAnimationFrame(() => menuPlace.current?.querySelector<HTMLElement>('[role="switch"]')?.focus());
  };
  const onCommand = (command: KeyCommand): void => {
    switch (command) {
      case 'next':
        return goTo(stepFrom(rows, chosen, 1));
      case 'previous':
        return goTo(stepFrom(rows, chosen, -1));
      case 'accept':
        return acceptChosen();
      case 'refund':
        return order === null ? undefined : setRefundAsked((current) => current + 1);
      case 'menu':
        return goToMenu();
      case 'help':
        return setShowsKeys(true);
    }
  };
  useKeys(onCommand);
  useAwake();
  useEffect(() => {
    const onTouch = (): void => sound.onTouch();
    window.addEventListener('pointerdown', onTouch);
    return () => window.removeEventListener('pointerdown', onTouch);
  }, [sound]);

  const details = useMovingDetails({ order, sendingKeys, isWide, now, isOffline, onAccept, refundAsked });
  const showsOrders = isWide || view === 'orders';
  const showsMenu = isWide || view === 'menu';

  return (
    <Frame>
      <ConsoleHeader restaurant={restaurant} now={now} connection={connection} sound={sound} />
      {details.drawn}
      <Main>
        <VisuallyHidden role="status" aria-live="polite">
          {alertSentence}
        </VisuallyHidden>
        {!isWide && (
          <Views role="group" aria-label={t('TabsLabel')}>
            <ViewButton type="button" aria-pressed={view === 'orders'} onClick={() => setView('orders')}>
              {t('TabOrders')}
            </ViewButton>
            <ViewButton type="button" aria-pressed={view === 'menu'} onClick={() => setView('menu')}>
              {t('TabMenu')}
            </ViewButton>
          </Views>
        )}
        {overdueOrders.length > 0 && (
          <Reminder>
            <Banner tone="err" icon={TriangleAlert}>
              {t('OverdueCount', { count: overdueOrders.length })}
            </Banner>
          </Reminder>
        )}
        <Panes>
          <Pane as="section" aria-label={t('Orders')} hidden={!showsOrders}>
            <OrderQueue
              ref={ref}
              collection={orders}
              orders={ordersToday}
              arrangement={arrangement}
              sendingKeys={sendingKeys}
              onAcceptAll={accepting.acceptAll}
              now={now}
              isOffline={isOffline}
              chosenKey={chosen}
              onChoose={choose}
              onAccept={onAccept}
              details={details.inline}
            />
            <FormerOrders formerDay={former} now={now} chosenKey={chosen} onChoose={choose} details={details.inline} />
          </Pane>
          {isWide && (
            <DetailsPane>
              {details.pane ?? (
                <Nothing $tone="quiet">{t(rows.length === 0 ? 'DetailsNoOrder' : 'DetailsNone')}</Nothing>
              )}
            </DetailsPane>
          )}
          <Pane ref={menuPlace} hidden={!showsMenu}>
            <MenuSide
              restaurant={restaurant}
              orders={ordersToday}
              isOffline={isOffline}
              today={today}
              isShown={showsMenu}
            />
          </Pane>
        </Panes>
      </Main>
      <KeyFooter isSandbox={isSandbox} />
      {showsKeys && <AllKeys onClose={() => setShowsKeys(false)} />}
    </Frame>
  );
};

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
  @media (min-width: 1200px) {
    height: 100dvh;
  }
`;

const Main = styled.main`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 0;
`;

const Views = styled.div`
  display: inline-flex;
  align-self: flex-start;
  gap: 4px;
  margin: 12px 20px 0;
  padding: 4px;
  border-radius: ${tokens.radius.thumb};
  background: ${tokens.color.sunken};
  ${media.below600} {
    margin: 8px 12px 0;
  }
`;

const ViewButton = styled(Button).attrs({ variant: 'quiet', size: 'small' })`
  color: ${tokens.color.ink2};
  &[aria-pressed='true'] {
    background: ${tokens.color.surface};
    color: ${tokens.color.ink};
    box-shadow: ${tokens.color.e1};
  }
`;

const Reminder = styled.div`
  padding: 10px 20px;
`;

const Panes = styled.div`
  display: grid;
  flex: 1;
  min-height: 0;
  align-items: start;
  @media (min-width: 1200px) {
    grid-template-columns: minmax(0, 1fr) 400px 340px;
    align-items: stretch;
  }
`;

const Pane = styled.div`
  min-width: 0;
  container-type: inline-size;
  @media (min-width: 1200px) {
    overflow-y: auto;
    overscroll-behavior: contain;
    border-right: 1px solid ${tokens.color.line};
  }
`;

const DetailsPane = styled(Pane)`
  background: ${tokens.color.surface};
`;

const Nothing = styled(Small)`
  padding: 24px 20px;
`;
