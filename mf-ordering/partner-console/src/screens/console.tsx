import type { PartnerOrder, Restaurant } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { useMedia, usePageTitle } from '@mahlzeit/shared-ui/platform/standalone';
import { Banner, Small, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { ConsoleFrame, ViewButton, ViewButtons } from '@mahlzeit/shared-ui/ui/console';
import { TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../console-texts';
import { useAlerts, useScreenWakeLock } from '../features/alerts';
import type { Sound } from '../features/alerts';
import { AllKeysDialog, ConsoleKeys, useKeyCommands } from '../features/keyboard';
import type { KeyCommand } from '../features/keyboard';
import {
  useOrderAccepter,
  FormerOrders,
  useMovingDetails,
  OrderQueue,
  isOfPastDay,
  isOverdue,
  isWaiting,
  nextWaitingKeyOf,
  neighbourRowKeyOf,
  useFormerOrders,
  useOrderQueue,
} from '../features/orders';
import {
  ordersOfRestaurant,
  restaurantOfCounter,
  useConnection,
  useNow,
  useOpenReports,
  usePartner,
  usePartnerCollection,
} from '../platform';
import { ConsoleHeader } from './console-header';
import { MenuColumn } from './menu-column';

interface ConsoleProps {
  /** Restaurant as it was when the user signed in; live changes come from the topic. */
  readonly restaurant: Restaurant;
  readonly sound: Sound;
  /** Whether the server is a sandbox, in which no real money is moved. */
  readonly isSandbox: boolean;
}

type ConsoleView = 'orders' | 'menu';

/** Media query for windows that are wide enough for the list of orders, the details and the menu side by side. */
const WIDE_MEDIA_QUERY = '(min-width: 1200px)';

/**
 * Holds the key of the order whose details are shown. On a wide screen the first order is chosen by default, because
 * the details pane would otherwise be empty. On other screens no order is chosen until a tap.
 */
const useChosenOrder = (rowKeys: readonly string[], isWide: boolean) => {
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const isChosenOrderListed = chosenKey !== null && rowKeys.includes(chosenKey);
  const defaultOrderKey = isWide ? (rowKeys[0] ?? null) : null;
  if (!isChosenOrderListed && chosenKey !== defaultOrderKey) setChosenKey(defaultOrderKey);
  return { chosen: isChosenOrderListed ? chosenKey : defaultOrderKey, setChosen: setChosenKey };
};

/**
 * Collects the orders of the console: today's orders, the orders of the past day that the user has opened, and the keys
 * of all rows in their sequence.
 */
const useConsoleOrders = (restaurantKey: string, now: number, sendingKeys: ReadonlySet<string>) => {
  const ordersView = usePartnerCollection(ordersOfRestaurant, restaurantKey);
  const { items } = ordersView;
  const todaysOrders = useMemo(() => items.filter((order) => !isOfPastDay(order, now)), [items, now]);
  const formerDay = useFormerOrders(restaurantKey, items, now);
  const { ref, arrangement } = useOrderQueue(todaysOrders, sendingKeys);
  const orderRowKeys = useMemo(
    () => [...arrangement.waiting, ...arrangement.answered, ...formerDay.orders.map(({ key }) => key)],
    [arrangement, formerDay.orders],
  );
  const findOrderByKey = (key: string | null): PartnerOrder | null =>
    [...todaysOrders, ...formerDay.orders].find((order) => order.key === key) ?? null;
  return {
    collection: ordersView,
    today: todaysOrders,
    former: formerDay,
    ref,
    arrangement,
    rows: orderRowKeys,
    orderOf: findOrderByKey,
  };
};

/**
 * Checks the token again after the live topic was closed: either the token was revoked, or the restaurant was deleted.
 */
const useRecheckOnLoss = (isTopicClosed: boolean): void => {
  const { checkToken } = usePartner();
  useEffect(() => {
    if (isTopicClosed) void checkToken();
  }, [isTopicClosed, checkToken]);
};

const focusOrderRow = (key: string): void => {
  const rowElement = document.querySelector<HTMLElement>(`[data-order="${CSS.escape(key)}"] [data-part="row"]`);
  rowElement?.focus({ preventScroll: true });
  rowElement?.scrollIntoView?.({ block: 'nearest' });
};

/** The whole console of one restaurant: its orders, the details of the chosen order, and its menu. */
export const Console = ({ restaurant: initialRestaurant, sound, isSandbox }: ConsoleProps) => {
  const t = useTexts();
  const now = useNow();
  const isWide = useMedia(WIDE_MEDIA_QUERY);
  const [consoleView, setView] = useState<ConsoleView>('orders');
  const [refundPressCount, setRefundPressCount] = useState(0);
  const [areShortcutsShown, setAreKeysShown] = useState(false);
  const menuContainer = useRef<HTMLDivElement>(null);

  const restaurant = usePartnerCollection(restaurantOfCounter, initialRestaurant.key).items[0] ?? initialRestaurant;
  const { accepting, sendingKeys } = useOrderAccepter(restaurant.key);
  const {
    collection: orders,
    today: todaysOrders,
    former,
    ref,
    arrangement,
    rows,
    orderOf,
  } = useConsoleOrders(restaurant.key, now, sendingKeys);
  const today = berlinDay(now);
  useRecheckOnLoss(orders.status === 'gone');
  const connection = useConnection(orders.status === 'live');
  const isOffline = connection.status === 'offline';
  useOpenReports(connection.status === 'online');
  const { chosen, setChosen } = useChosenOrder(rows, isWide);
  const order = orderOf(chosen);

  const isUnsentWaitingOrder = (waitingCandidate: PartnerOrder): boolean =>
    isWaiting(waitingCandidate, now) && !sendingKeys.has(waitingCandidate.key);
  const waitingOrders = todaysOrders.filter(isUnsentWaitingOrder);
  const overdueOrders = waitingOrders.filter((waitingOrder) => isOverdue(waitingOrder, now));
  const alertSentence = useAlerts({ orders: todaysOrders, areOrdersLive: orders.status === 'live', now, sound });
  usePageTitle(
    waitingOrders.length === 0
      ? t('PageTitle')
      : t('TitleWithNew', { count: waitingOrders.length, name: t('PageTitle') }),
  );

  const { accept } = accepting;
  const chooseOrder = useCallback(
    (key: string) => setChosen((chosenOrderKey) => (chosenOrderKey === key && !isWide ? null : key)),
    [setChosen, isWide],
  );
  const nextWaitingKey = (key: string | null): string | null =>
    nextWaitingKeyOf(
      arrangement,
      key,
      (candidateKey) => candidateKey !== key && waitingOrders.some((waitingOrder) => waitingOrder.key === candidateKey),
    );
  const [lastAnsweredKey, setAnsweredKey] = useState<string | null>(null);
  const acceptAndMoveOn = useCallback(
    (waitingCandidate: PartnerOrder) => {
      if (isOffline) return;
      accept(waitingCandidate);
      setAnsweredKey(waitingCandidate.key);
    },
    [accept, isOffline],
  );
  // On wide screens the next waiting order is chosen after the chosen one was accepted. On other screens no next order
  // is chosen, because its details would open in the list and move the rows under the finger.
  if (lastAnsweredKey !== null) {
    setAnsweredKey(null);
    if (isWide && lastAnsweredKey === chosen) setChosen(nextWaitingKey(lastAnsweredKey) ?? chosen);
  }

  const goToOrder = (key: string | null): void => {
    if (key === null) return;
    setView('orders');
    setChosen(key);
    requestAnimationFrame(() => focusOrderRow(key));
  };
  const acceptChosenOrder = (): void => {
    if (isOffline) return;
    // The key that accepts an order must not accept one that the user hasn't seen: if no waiting order is chosen, the
    // key only chooses the next one.
    if (order === null || !isUnsentWaitingOrder(order)) return goToOrder(nextWaitingKey(null));
    accept(order);
    goToOrder(nextWaitingKey(order.key));
  };
  const goToMenu = (): void => {
    setView('menu');
    requestAnimationFrame(() => menuContainer.current?.querySelector<HTMLElement>('[role="switch"]')?.focus());
  };
  const onKeyCommand = (keyCommand: KeyCommand): void => {
    switch (keyCommand) {
      case 'next':
        return goToOrder(neighbourRowKeyOf(rows, chosen, 1));
      case 'previous':
        return goToOrder(neighbourRowKeyOf(rows, chosen, -1));
      case 'accept':
        return acceptChosenOrder();
      case 'refund':
        return order === null ? undefined : setRefundPressCount((previousCount) => previousCount + 1);
      case 'menu':
        return goToMenu();
      case 'help':
        return setAreKeysShown(true);
    }
  };
  useKeyCommands(onKeyCommand);
  useScreenWakeLock();
  useEffect(() => {
    const onTouch = (): void => sound.onTouch();
    window.addEventListener('pointerdown', onTouch);
    return () => window.removeEventListener('pointerdown', onTouch);
  }, [sound]);

  const movingDetails = useMovingDetails({
    order,
    sendingKeys,
    isWide,
    now,
    isOffline,
    onAccept: acceptAndMoveOn,
    refundPressCount,
  });
  const showsOrders = isWide || consoleView === 'orders';
  const showsMenu = isWide || consoleView === 'menu';

  return (
    <ConsoleFrame>
      <ConsoleHeader restaurant={restaurant} now={now} connection={connection} sound={sound} />
      {movingDetails.drawn}
      <ConsoleMain>
        <VisuallyHidden role="status" aria-live="polite">
          {alertSentence}
        </VisuallyHidden>
        {!isWide && (
          <ViewButtons role="group" aria-label={t('TabsLabel')}>
            <ViewButton type="button" aria-pressed={consoleView === 'orders'} onClick={() => setView('orders')}>
              {t('TabOrders')}
            </ViewButton>
            <ViewButton type="button" aria-pressed={consoleView === 'menu'} onClick={() => setView('menu')}>
              {t('TabMenu')}
            </ViewButton>
          </ViewButtons>
        )}
        {overdueOrders.length > 0 && (
          <ReminderBar>
            <Banner tone="err" icon={TriangleAlert}>
              {t('OverdueCount', { count: overdueOrders.length })}
            </Banner>
          </ReminderBar>
        )}
        <PaneGrid>
          <PaneFrame as="section" aria-label={t('Orders')} hidden={!showsOrders}>
            <OrderQueue
              ref={ref}
              ordersView={orders}
              orders={todaysOrders}
              arrangement={arrangement}
              sendingKeys={sendingKeys}
              onAcceptAll={accepting.acceptAll}
              now={now}
              isOffline={isOffline}
              chosenKey={chosen}
              onChoose={chooseOrder}
              onAccept={acceptAndMoveOn}
              details={movingDetails.inline}
            />
            <FormerOrders
              formerDay={former}
              now={now}
              chosenKey={chosen}
              onChoose={chooseOrder}
              details={movingDetails.inline}
            />
          </PaneFrame>
          {isWide && (
            <DetailsPane>
              {movingDetails.pane ?? (
                <NoOrderChosen $tone="quiet">{t(rows.length === 0 ? 'DetailsNoOrder' : 'DetailsNone')}</NoOrderChosen>
              )}
            </DetailsPane>
          )}
          <PaneFrame ref={menuContainer} hidden={!showsMenu}>
            <MenuColumn
              restaurant={restaurant}
              orders={todaysOrders}
              isOffline={isOffline}
              today={today}
              isShown={showsMenu}
            />
          </PaneFrame>
        </PaneGrid>
      </ConsoleMain>
      <ConsoleKeys isSandbox={isSandbox} />
      {areShortcutsShown && <AllKeysDialog onClose={() => setAreKeysShown(false)} />}
    </ConsoleFrame>
  );
};

const ConsoleMain = styled.main`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 0;
`;

const ReminderBar = styled.div`
  padding: 10px 20px;
`;

const PaneGrid = styled.div`
  display: grid;
  flex: 1;
  min-height: 0;
  align-items: start;
  @media (min-width: 1200px) {
    grid-template-columns: minmax(0, 1fr) 400px 340px;
    align-items: stretch;
  }
`;

const PaneFrame = styled.div`
  min-width: 0;
  container-type: inline-size;
  @media (min-width: 1200px) {
    overflow-y: auto;
    overscroll-behavior: contain;
    border-right: 1px solid ${tokens.color.line};
  }
`;

const DetailsPane = styled(PaneFrame)`
  background: ${tokens.color.surface};
`;

const NoOrderChosen = styled(Small)`
  padding: 24px 20px;
`;
