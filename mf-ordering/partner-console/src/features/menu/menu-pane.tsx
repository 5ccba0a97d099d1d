import { deletePartnerMeal, putPartnerMeal } from '@mahlzeit/contract';
import type { Discount, PartnerOffer, PartnerOrder, Restaurant } from '@mahlzeit/contract';
import { bestMealDiscount, discountedPrice } from '@mahlzeit/contract/rules';
import { createRandomKey, formatPrice, formatTime } from '@mahlzeit/shared-ui/platform';
import type { CollectionView } from '@mahlzeit/shared-ui/platform';
import {
  Button,
  Caption,
  EmptyState,
  ErrorState,
  forcedColorsBorder,
  IconButton,
  RowSkeletons,
  Small,
  textStyles,
  tokens,
} from '@mahlzeit/shared-ui/ui';
import { useNotice } from '@mahlzeit/shared-ui/ui/console';
import { Pencil, Plus } from 'lucide-react';
import { memo, useCallback, useMemo, useState } from 'react';
import styled, { css } from 'styled-components';
import { consoleErrorText, text, useTexts } from '../../console-texts';
import { discountsOfRestaurant, menuOfRestaurant, useNow, usePartner, usePartnerCollection } from '../../platform';
import { SectionTitle } from '../../ui/section';
import { DishForm } from './dish-form';
import { byMenuOrder, mealGroupsOf, toPartnerMeal, orderedCountByMeal } from './menu-rules';

interface MenuPaneProps {
  readonly restaurant: Pick<Restaurant, 'key' | 'companyId'>;
  readonly menu: CollectionView<PartnerOffer>;
  readonly orders: readonly PartnerOrder[];
  readonly isOffline: boolean;
  /** Current day, `2026-06-24`. */
  readonly today: string;
}

/** Marks dishes as sold out or as available again. The page shows a change at once and reverts it after an error. */
const useAvailabilitySwitch = (restaurantKey: string) => {
  const { apiClient, clock, store } = usePartner();
  const showNotice = useNotice();
  /** Dishes whose change of availability is being sent, by key; true means that the dish becomes available. */
  const [pendingAvailability, setPendingAvailability] = useState<ReadonlyMap<string, boolean>>(new Map());

  const switchAvailability = useCallback(
    (dish: PartnerOffer, willBeAvailable: boolean): void => {
      const saveAvailability = async (offer: PartnerOffer, isAvailable: boolean): Promise<void> => {
        setPendingAvailability((availabilityByKey) => new Map([...availabilityByKey, [offer.key, isAvailable]]));
        const routeParams = { key: offer.key };
        const saveAnswer = isAvailable
          ? await apiClient.call(putPartnerMeal, { params: routeParams, body: toPartnerMeal(offer, restaurantKey) })
          : await apiClient.call(deletePartnerMeal, { params: routeParams });
        setPendingAvailability(
          (availabilityByKey) => new Map([...availabilityByKey].filter(([key]) => key !== offer.key)),
        );
        if (!saveAnswer.ok)
          return showNotice({
            tone: 'error',
            text: text('MenuFailed', { name: offer.name, reason: consoleErrorText(saveAnswer.error) }),
          });
        // If the dish's key already belongs to another dish, the gateway returns the dish with a new key, and the live
        // topic adds it to the menu.
        if (!('key' in saveAnswer.value) || saveAnswer.value.key === offer.key)
          menuOfRestaurant
            .of(store, restaurantKey)
            .apply(offer.key, { ...offer, soldOutSince: isAvailable ? null : clock.now() });
        showNotice({
          tone: 'success',
          text: text(isAvailable ? 'BackNotice' : 'SoldOutNotice', { name: offer.name }),
          ...(isAvailable ? {} : { action: { label: text('Undo'), run: () => void saveAvailability(offer, true) } }),
        });
      };
      void saveAvailability(dish, willBeAvailable);
    },
    [apiClient, clock, store, showNotice, restaurantKey],
  );
  return { switching: pendingAvailability, turn: switchAvailability };
};

interface DishRowProps {
  readonly offer: PartnerOffer;
  readonly orderedCount: number;
  /** Discount on the dish's current price; null when there is none. */
  readonly discount: Discount | null;
  readonly isAvailable: boolean;
  readonly isBusy: boolean;
  readonly isOffline: boolean;
  readonly onAvailability: (offer: PartnerOffer, isAvailable: boolean) => void;
  readonly onEdit: (key: string) => void;
}

const DishRowContent = ({
  offer,
  orderedCount,
  discount,
  isAvailable,
  isBusy,
  isOffline,
  onAvailability,
  onEdit,
}: DishRowProps) => {
  const t = useTexts();
  const { name, price, soldOutSince } = offer;
  const priceText =
    discount === null
      ? formatPrice(price)
      : t('PriceInstead', { now: formatPrice(discountedPrice(price, discount)), before: formatPrice(price) });
  const descriptionText =
    isAvailable || soldOutSince === null
      ? t('DishLine', { price: priceText, count: orderedCount })
      : t('SoldOutSince', { time: formatTime(soldOutSince) });
  return (
    <DishItem>
      <DishLabels>
        <DishName $isGone={!isAvailable}>{name}</DishName>
        <Caption as="span" $tone="quiet">
          {descriptionText}
        </Caption>
      </DishLabels>
      <IconButton label={t('EditDish', { name })} icon={Pencil} iconSize={18} onClick={() => onEdit(offer.key)} />
      <AvailabilitySwitch
        type="button"
        role="switch"
        aria-checked={isAvailable}
        aria-label={t('Available', { name })}
        aria-disabled={isOffline || isBusy || undefined}
        onClick={isOffline || isBusy ? undefined : () => onAvailability(offer, soldOutSince !== null)}
      >
        <SwitchKnob />
      </AvailabilitySwitch>
    </DishItem>
  );
};

const DishRow = memo(DishRowContent);

/** State of the form: closed, open for a new dish, or open for the dish with the given key. */
type MenuEditState =
  | { readonly kind: 'none' }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'dish'; readonly key: string };

/** Pane with today's menu: staff mark dishes as sold out, change prices and add dishes. */
export const MenuPane = ({ restaurant, menu, orders, isOffline, today }: MenuPaneProps) => {
  const t = useTexts();
  const { key: restaurantKey } = restaurant;
  const [menuEditState, setEditState] = useState<MenuEditState>({ kind: 'none' });
  const { switching, turn } = useAvailabilitySwitch(restaurantKey);
  const discounts = usePartnerCollection(discountsOfRestaurant, restaurantKey).items;
  const now = useNow();
  const countByMeal = useMemo(() => orderedCountByMeal(orders), [orders]);
  const editDish = useCallback((mealKey: string) => setEditState({ kind: 'dish', key: mealKey }), []);
  const dishes = [...menu.items].sort(byMenuOrder);
  const closeForm = (): void => setEditState({ kind: 'none' });
  const renderDishForm = (offer: PartnerOffer | null, mealKey: string) => (
    <DishForm
      key={mealKey}
      mealKey={mealKey}
      offer={offer}
      restaurantKey={restaurantKey}
      groups={mealGroupsOf(menu.items)}
      today={today}
      isOffline={isOffline}
      onDone={closeForm}
    />
  );

  if (menu.status === 'loading') return <RowSkeletons />;
  if (menu.status === 'failed' || menu.status === 'gone')
    return <ErrorState title={t('MenuFailedTitle')} text={consoleErrorText(menu.error)} onRetry={menu.retry} />;
  return (
    <section aria-label={t('MenuTitle')}>
      <PaneHeader>
        <SectionTitle>{t('MenuTitle')}</SectionTitle>
        {dishes.length > 0 && (
          <Caption as="span" $tone="quiet">
            {t('MenuHint')}
          </Caption>
        )}
      </PaneHeader>
      {dishes.length === 0 && menuEditState.kind === 'none' && (
        <EmptyState art="pot-of-food" title={t('MenuEmptyTitle')} text={t('MenuEmptyText')} headingLevel={3} />
      )}
      <ul>
        {dishes.map((offer) => {
          const pendingIsAvailable = switching.get(offer.key);
          return menuEditState.kind === 'dish' && menuEditState.key === offer.key ? (
            <FormItem key={offer.key}>{renderDishForm(offer, offer.key)}</FormItem>
          ) : (
            <DishRow
              key={offer.key}
              offer={offer}
              orderedCount={countByMeal.get(offer.key) ?? 0}
              discount={bestMealDiscount(discounts, { restaurant, meal: offer, at: now })}
              isAvailable={pendingIsAvailable ?? offer.soldOutSince === null}
              isBusy={pendingIsAvailable !== undefined}
              isOffline={isOffline}
              onAvailability={turn}
              onEdit={editDish}
            />
          );
        })}
      </ul>
      <PaneFooter>
        {isOffline && <Small $tone="quiet">{t('OfflineReason')}</Small>}
        {dishes.length > 0 && <Small $tone="quiet">{t('MenuNote')}</Small>}
        {menuEditState.kind === 'new' ? (
          renderDishForm(null, menuEditState.key)
        ) : (
          <Button variant="second" icon={Plus} onClick={() => setEditState({ kind: 'new', key: createRandomKey() })}>
            {t('AddDish')}
          </Button>
        )}
      </PaneFooter>
    </section>
  );
};

const PaneHeader = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 12px;
  padding: 18px 20px 8px;
`;

const DishItem = styled.li`
  display: flex;
  align-items: center;
  gap: 4px;
  min-height: 60px;
  padding: 6px 20px;
  border-bottom: 1px solid ${tokens.color.line};
`;

const FormItem = styled.li`
  padding: 14px 20px;
  border-bottom: 1px solid ${tokens.color.line};
`;

const DishLabels = styled.div`
  display: grid;
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
`;

const DishName = styled.span<{ readonly $isGone: boolean }>`
  ${textStyles.label}
  ${({ $isGone }) =>
    $isGone &&
    css`
      text-decoration: line-through;
      color: ${tokens.color.ink2};
    `}
`;

// Switch that marks a dish as sold out or available. Its touch target is 60 × 48 px; the drawn switch is smaller.
const AvailabilitySwitch = styled.button`
  display: grid;
  align-items: center;
  flex: none;
  width: 60px;
  height: 48px;
  padding: 0 6px;
  touch-action: manipulation;
`;

const SwitchKnob = styled.span`
  display: block;
  width: 48px;
  height: 28px;
  padding: 3px;
  border-radius: ${tokens.radius.full};
  background: ${tokens.color.lineStrong};
  ${forcedColorsBorder}
  &::after {
    content: '';
    display: block;
    width: 22px;
    height: 22px;
    border-radius: 50%;
    background: ${tokens.color.onPlum};
    transition: transform ${tokens.duration.tap} ${tokens.curve.in};
  }
  [aria-checked='true'] > & {
    background: ${tokens.color.plum};
  }
  [aria-checked='true'] > &::after {
    transform: translateX(20px);
  }
  [aria-disabled='true'] > & {
    opacity: 0.6;
  }
`;

const PaneFooter = styled.div`
  display: grid;
  gap: 12px;
  justify-items: start;
  padding: 14px 20px 20px;
`;
