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
  forcedEdge,
  IconButton,
  RowSkeletons,
  Small,
  textStyles,
  tokens,
} from '@mahlzeit/shared-ui/ui';
import { Pencil, Plus } from 'lucide-react';
import { memo, useCallback, useMemo, useState } from 'react';
import styled, { css } from 'styled-components';
import { consoleErrorText, text, useTexts } from '../../console-texts';
import { discountsOfRestaurant, menuOfRestaurant, useNow, usePartner, usePartnerCollection } from '../../platform';
import { SectionTitle } from '../../ui/section';
import { useNotice } from '../notices';
import { DishForm } from './dish-form';
import { byMenuOrder, mealGroups, toPartnerMeal, orderedCounts } from './menu-rules';

interface MenuPaneProps {
  readonly restaurant: Pick<Restaurant, 'key' | 'companyId'>;
  readonly menu: CollectionView<PartnerOffer>;
  readonly orders: readonly PartnerOrder[];
  readonly isOffline: boolean;
  /** Current day, `2026-06-24`. */
  readonly today: string;
}

/** Marks dishes as sold out or as available again. The page shows a change at once and reverts it after an error. */
const useSoldOut = (restaurantKey: string) => {
  const { apiClient, clock, store } = usePartner();
  const notify = useNotice();
  /** Dishes whose change is being sent, by key; true: available. */
  const [switching, setSwitching] = useState<ReadonlyMap<string, boolean>>(new Map());

  const switchOffer = useCallback(
    (dish: PartnerOffer, willBeAvailable: boolean): void => {
      const turnTo = async (offer: PartnerOffer, isAvailable: boolean): Promise<void> => {
        setSwitching((current) => new Map([...current, [offer.key, isAvailable]]));
        const params = { key: offer.key };
        const answer = isAvailable
          ? await apiClient.call(putPartnerMeal, { params, body: toPartnerMeal(offer, restaurantKey) })
          : await apiClient.call(deletePartnerMeal, { params });
        setSwitching((current) => new Map([...current].filter(([key]) => key !== offer.key)));
        if (!answer.ok)
          return notify({
            tone: 'error',
            text: text('MenuFailed', { name: offer.name, reason: consoleErrorText(answer.error) }),
          });
        // When the key already belongs to another dish, the gateway returns the dish under a new key, and the live
        // topic adds it to the menu.
        if (!('key' in answer.value) || answer.value.key === offer.key)
          menuOfRestaurant
            .of(store, restaurantKey)
            .apply(offer.key, { ...offer, soldOutSince: isAvailable ? null : clock.now() });
        notify({
          tone: 'success',
          text: text(isAvailable ? 'BackNotice' : 'SoldOutNotice', { name: offer.name }),
          ...(isAvailable ? {} : { action: { label: text('Undo'), run: () => void turnTo(offer, true) } }),
        });
      };
      void turnTo(dish, willBeAvailable);
    },
    [apiClient, clock, store, notify, restaurantKey],
  );
  return { switching, turn: switchOffer };
};

interface DishRowProps {
  readonly offer: PartnerOffer;
  readonly count: number;
  /** Discount on the dish's current price; null when there is none. */
  readonly discount: Discount | null;
  readonly isAvailable: boolean;
  readonly isBusy: boolean;
  readonly isOffline: boolean;
  readonly onTurn: (offer: PartnerOffer, isAvailable: boolean) => void;
  readonly onEdit: (key: string) => void;
}

const Row = ({ offer, count, discount, isAvailable, isBusy, isOffline, onTurn, onEdit }: DishRowProps) => {
  const t = useTexts();
  const { name, price, soldOutSince } = offer;
  const priceText =
    discount === null
      ? formatPrice(price)
      : t('PriceInstead', { now: formatPrice(discountedPrice(price, discount)), before: formatPrice(price) });
  const line =
    isAvailable || soldOutSince === null
      ? t('DishLine', { price: priceText, count })
      : t('SoldOutSince', { time: formatTime(soldOutSince) });
  return (
    <Dish>
      <DishLabels>
        <DishName $isGone={!isAvailable}>{name}</DishName>
        <Caption as="span" $tone="quiet">
          {line}
        </Caption>
      </DishLabels>
      <IconButton label={t('EditDish', { name })} icon={Pencil} iconSize={18} onClick={() => onEdit(offer.key)} />
      <Switch
        type="button"
        role="switch"
        aria-checked={isAvailable}
        aria-label={t('Available', { name })}
        aria-disabled={isOffline || isBusy || undefined}
        onClick={isOffline || isBusy ? undefined : () => onTurn(offer, soldOutSince !== null)}
      >
        <Knob />
      </Switch>
    </Dish>
  );
};

const DishRow = memo(Row);

/** State of the form: closed, open for a new dish, or open for the dish with the given key. */
type Editing =
  | { readonly kind: 'none' }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'dish'; readonly key: string };

/** Pane with today's menu: staff mark dishes as sold out, change prices and add dishes. */
export const MenuPane = ({ restaurant, menu, orders, isOffline, today }: MenuPaneProps) => {
  const t = useTexts();
  const { key: restaurantKey } = restaurant;
  const [editing, setEditing] = useState<Editing>({ kind: 'none' });
  const { switching, turn } = useSoldOut(restaurantKey);
  const discounts = usePartnerCollection(discountsOfRestaurant, restaurantKey).items;
  const now = useNow();
  const counts = useMemo(() => orderedCounts(orders), [orders]);
  const edit = useCallback((key: string) => setEditing({ kind: 'dish', key }), []);
  const dishes = [...menu.items].sort(byMenuOrder);
  const close = (): void => setEditing({ kind: 'none' });
  const form = (offer: PartnerOffer | null, key: string) => (
    <DishForm
      key={key}
      mealKey={key}
      offer={offer}
      restaurantKey={restaurantKey}
      groups={mealGroups(menu.items)}
      today={today}
      isOffline={isOffline}
      onDone={close}
    />
  );

  if (menu.status === 'loading') return <RowSkeletons />;
  if (menu.status === 'failed' || menu.status === 'gone')
    return <ErrorState title={t('MenuFailedTitle')} text={consoleErrorText(menu.error)} onRetry={menu.retry} />;
  return (
    <section aria-label={t('MenuTitle')}>
      <Head>
        <SectionTitle>{t('MenuTitle')}</SectionTitle>
        {dishes.length > 0 && (
          <Caption as="span" $tone="quiet">
            {t('MenuHint')}
          </Caption>
        )}
      </Head>
      {dishes.length === 0 && editing.kind === 'none' && (
        <EmptyState art="pot-of-food" title={t('MenuEmptyTitle')} text={t('MenuEmptyText')} level={3} />
      )}
      <ul>
        {dishes.map((offer) => {
          const target = switching.get(offer.key);
          return editing.kind === 'dish' && editing.key === offer.key ? (
            <Writing key={offer.key}>{form(offer, offer.key)}</Writing>
          ) : (
            <DishRow
              key={offer.key}
              offer={offer}
              count={counts.get(offer.key) ?? 0}
              discount={bestMealDiscount(discounts, { restaurant, meal: offer, at: now })}
              isAvailable={target ?? offer.soldOutSince === null}
              isBusy={target !== undefined}
              isOffline={isOffline}
              onTurn={turn}
              onEdit={edit}
            />
          );
        })}
      </ul>
      <Foot>
        {isOffline && <Small $tone="quiet">{t('OfflineReason')}</Small>}
        {dishes.length > 0 && <Small $tone="quiet">{t('MenuNote')}</Small>}
        {editing.kind === 'new' ? (
          form(null, editing.key)
        ) : (
          <Button variant="second" icon={Plus} onClick={() => setEditing({ kind: 'new', key: createRandomKey() })}>
            {t('AddDish')}
          </Button>
        )}
      </Foot>
    </section>
  );
};

const Head = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 12px;
  padding: 18px 20px 8px;
`;

const Dish = styled.li`
  display: flex;
  align-items: center;
  gap: 4px;
  min-height: 60px;
  padding: 6px 20px;
  border-bottom: 1px solid ${tokens.color.line};
`;

const Writing = styled.li`
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

// The touch target is 60 × 48 px; the drawn switch is smaller.
const Switch = styled.button`
  display: grid;
  align-items: center;
  flex: none;
  width: 60px;
  height: 48px;
  padding: 0 6px;
  touch-action: manipulation;
`;

const Knob = styled.span`
  display: block;
  width: 48px;
  height: 28px;
  padding: 3px;
  border-radius: ${tokens.radius.full};
  background: ${tokens.color.lineStrong};
  ${forcedEdge}
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

const Foot = styled.div`
  display: grid;
  gap: 12px;
  justify-items: start;
  padding: 14px 20px 20px;
`;
