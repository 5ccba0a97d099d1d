import type { Offer, Restaurant } from '@mahlzeit/contract';
import { isOrderable } from '@mahlzeit/contract/rules';
import { formatPrice, Slot } from '@mahlzeit/shared-ui/platform';
import { Banner, Icon, textStyles, tokens, useMoment } from '@mahlzeit/shared-ui/ui';
import { MealRow } from '@mahlzeit/shared-ui/ui/restaurant';
import { Info } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { text as listText } from '../../discovery-texts';
import { dealPriceLabel } from '../discounts';
import type { DealsNow } from '../discounts';
import { DeclarationSheet, declaredInShort, dietLabel } from './declaration';
import { useTexts } from './page-texts';

interface MealItemProps {
  readonly offer: Offer;
  readonly restaurant: Restaurant;
  readonly deals: DealsNow;
  /** Why it can't be ordered now; null where it can. */
  readonly hint: string | null;
  /** Stands where ordering can't be had; says so once for the whole menu. */
  readonly orderingMissing: ReactNode;
}

const Declaration = ({ offer }: Pick<MealItemProps, 'offer'>) => {
  const t = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  if (offer.allergens.length === 0 && offer.additives.length === 0) return null;
  const label = offer.allergens.length === 0 ? listText('Additives') : t('AllergensInShort', { codes: declaredInShort(offer.allergens) });
  return (
    <>
      <DeclarationButton type="button" onClick={() => setIsOpen(true)}>
        {label}
        <Icon of={Info} size={14} />
      </DeclarationButton>
      {isOpen && <DeclarationSheet offer={offer} onClose={() => setIsOpen(false)} />}
    </>
  );
};

const Details = ({ offer }: Pick<MealItemProps, 'offer'>) => {
  const t = useTexts();
  return (
    <>
      {offer.volume !== null && <Detail>{offer.volume}</Detail>}
      {offer.deposit !== null && <Detail>{t('Deposit', { price: formatPrice(offer.deposit) })}</Detail>}
      <Declaration offer={offer} />
    </>
  );
};

/** S1§9: how long the reason shows after a press on a dish that can't be ordered. */
const HINT_MS = 8000;

/** A dish or a drink with its price and what belongs to it. Stands in a MealList. */
export const MealItem = ({ offer, restaurant, deals, hint, orderingMissing }: MealItemProps) => {
  const hintMoment = useMoment(HINT_MS);
  const actions = (
    <Slot
      name="meal/actions"
      props={{
        restaurantKey: restaurant.key,
        mealKey: offer.key,
        mealName: offer.name,
        isOrderable: isOrderable(offer),
        ...(hint !== null && { disabledReason: hint, onRefused: hintMoment.begin }),
      }}
      fallback={orderingMissing}
    />
  );
  return (
    <MealRow
      name={offer.name}
      {...dealPriceLabel(offer, restaurant, deals)}
      description={offer.description === '' ? undefined : offer.description}
      diet={dietLabel(offer)}
      details={<Details offer={offer} />}
      actions={restaurant.hasOrderableMeals ? actions : undefined}
      // A new one for each press, so that it is said again.
      hint={hint !== null && hintMoment.count > 0 ? <Banner key={hintMoment.count} tone="warn">{hint}</Banner> : undefined}
    />
  );
};

const Detail = styled.span`
  ${textStyles.caption}
  color: ${tokens.color.ink2};
`;

const DeclarationButton = styled.button`
  ${textStyles.caption}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  position: relative;
  text-align: left;
  color: ${tokens.color.ink2};
  &::after { content: ''; position: absolute; inset: -13px -6px; }
`;
