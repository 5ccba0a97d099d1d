import { putPartnerMeal } from '@mahlzeit/contract';
import type { PartnerMeal, PartnerOffer } from '@mahlzeit/contract';
import { formatPrice } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, H3, Inline } from '@mahlzeit/shared-ui/ui';
import { allergenLabel, ALLERGENS } from '@mahlzeit/shared-ui/ui/declaration';
import { RadioGroup, TextField } from '@mahlzeit/shared-ui/ui/form';
import { useState } from 'react';
import type { FormEvent } from 'react';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../../console-texts';
import { menuOfRestaurant, usePartner } from '../../platform';
import { useNotice } from '../notices';
import { centsOf } from '../refunds';
import { DeclaredField } from './declared-field';
import { ADDITIVES, toPartnerMeal } from './menu-rules';

interface DishFormProps {
  readonly mealKey: string;
  /** Dish before the change; null for a new one. */
  readonly offer: PartnerOffer | null;
  readonly restaurantKey: string;
  readonly groups: readonly { readonly key: string; readonly name: string }[];
  readonly today: string;
  readonly isOffline: boolean;
  readonly onDone: () => void;
}

const MAX_NAME = 200;

const MAX_DESCRIPTION = 2000;

/** Allowed prices in cents. The minimum is 1, because a dish without a price can't be ordered. */
const PRICES = { least: 1, most: 1_000_000 };

// Formats the price as users type it, without the currency sign.
const typedPrice = (offer: PartnerOffer | null): string =>
  offer === null ? '' : formatPrice(offer.price).replace(/[^\d,]/g, '');

// Some menus spell out the name of an allergen, others use its letter: the form uses the letter.
const letterOf = (writtenText: string): string =>
  ALLERGENS.find((allergen) => allergenLabel(allergen).name === writtenText) ?? writtenText;

/** Holds the input of the dish form. */
const useDish = (offer: PartnerOffer | null, groups: DishFormProps['groups']) => {
  const [name, setName] = useState(offer?.name ?? '');
  const [description, setDescription] = useState(offer?.description ?? '');
  const [price, setPrice] = useState(typedPrice(offer));
  const [typeKey, setTypeKey] = useState(offer?.typeKey ?? groups[0]?.key ?? '');
  const [allergens, setAllergens] = useState<readonly string[]>(() => offer?.allergens.map(letterOf) ?? []);
  const [additives, setAdditives] = useState<readonly string[]>(offer?.additives ?? []);
  const typedDish = { name: name.trim(), description: description.trim(), cents: centsOf(price) };
  return {
    typed: typedDish,
    name,
    setName,
    description,
    setDescription,
    price,
    setPrice,
    typeKey,
    setTypeKey,
    allergens,
    setAllergens,
    additives,
    setAdditives,
  };
};

type Typed = ReturnType<typeof useDish>['typed'];

const nameErrorOf = ({ name }: Typed, t: ReturnType<typeof useTexts>): string | undefined => {
  if (name === '') return t('DishNameError');
  return name.length > MAX_NAME ? t('DishNameLong', { most: MAX_NAME }) : undefined;
};

const priceErrorOf = ({ cents }: Typed, t: ReturnType<typeof useTexts>): string | undefined => {
  if (cents === null) return t('DishPriceError');
  if (cents < PRICES.least) return t('DishPriceNothing');
  return cents > PRICES.most ? t('DishPriceHigh', { most: formatPrice(PRICES.most) }) : undefined;
};

/** Returns the error text of each field; undefined for a valid field. */
const errorsOf = (typedDish: Typed, t: ReturnType<typeof useTexts>) => ({
  name: nameErrorOf(typedDish, t),
  description:
    typedDish.description.length > MAX_DESCRIPTION ? t('DishDescriptionLong', { most: MAX_DESCRIPTION }) : undefined,
  price: priceErrorOf(typedDish, t),
});

/** Form that changes a dish or adds one to today's menu. A dish that is sold out stays sold out after the change. */
export const DishForm = ({ mealKey, offer, restaurantKey, groups, today, isOffline, onDone }: DishFormProps) => {
  const t = useTexts();
  const { apiClient, store } = usePartner();
  const notify = useNotice();
  const dish = useDish(offer, groups);
  const [wasSent, setWasSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { name, description, cents } = dish.typed;
  const errors = errorsOf(dish.typed, t);
  const visibleErrors: Partial<typeof errors> = wasSent ? errors : {};
  const soldOutSince = offer?.soldOutSince ?? null;

  const bodyOf = (price: number): PartnerMeal => {
    const base =
      offer === null
        ? { restaurantId: restaurantKey, order: 0, date: today, typeKey: dish.typeKey }
        : toPartnerMeal(offer, restaurantKey);
    return {
      ...base,
      name,
      description,
      price,
      isSoldOut: soldOutSince !== null,
      allergens: [...dish.allergens],
      additives: [...dish.additives],
    };
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasSent(true);
    if (Object.values(errors).some((fieldError) => fieldError !== undefined) || cents === null || isBusy) return;
    setIsBusy(true);
    setError(null);
    const answer = await apiClient.call(putPartnerMeal, { params: { key: mealKey }, body: bodyOf(cents) });
    setIsBusy(false);
    if (!answer.ok) return setError(consoleErrorText(answer.error));
    // The gateway gives the dish a new key when its key already belongs to another dish. The live topic removes the
    // dish with the old key.
    menuOfRestaurant.of(store, restaurantKey).apply(answer.value.key, { ...answer.value, soldOutSince });
    notify({ tone: 'success', text: t(soldOutSince === null ? 'DishSaved' : 'DishSavedSoldOut', { name }) });
    onDone();
  };

  return (
    <Frame
      onSubmit={(event) => void save(event)}
      noValidate
      aria-label={offer === null ? t('NewDish') : t('EditDish', { name: offer.name })}
    >
      {offer === null && <H3>{t('NewDish')}</H3>}
      <TextField
        label={t('DishName')}
        autoComplete="off"
        autoFocus
        value={dish.name}
        error={visibleErrors.name}
        onChange={({ target }) => dish.setName(target.value)}
      />
      <TextField
        label={t('DishDescription')}
        autoComplete="off"
        value={dish.description}
        error={visibleErrors.description}
        onChange={({ target }) => dish.setDescription(target.value)}
      />
      <TextField
        label={t('DishPrice')}
        inputMode="decimal"
        autoComplete="off"
        value={dish.price}
        error={visibleErrors.price}
        onChange={({ target }) => dish.setPrice(target.value)}
      />
      {offer === null && groups.length > 1 && (
        <RadioGroup
          label={t('DishGroup')}
          options={groups.map(({ key, name: label }) => ({ id: key, label }))}
          chosenId={dish.typeKey}
          onChoose={dish.setTypeKey}
        />
      )}
      <DeclaredField
        label={t('DishAllergens')}
        hint={t('DishAllergensHint')}
        knownValues={ALLERGENS}
        values={dish.allergens}
        nameOf={(allergen) => allergenLabel(allergen).name}
        onChoose={dish.setAllergens}
      />
      <DeclaredField
        label={t('DishAdditives')}
        hint={t('DishAdditivesHint')}
        knownValues={ADDITIVES}
        values={dish.additives}
        onChoose={dish.setAdditives}
      />
      {error !== null && <Banner tone="err">{error}</Banner>}
      <Inline $gap={8}>
        <Button type="submit" size="small" isBusy={isBusy} disabledReason={isOffline ? t('OfflineReason') : undefined}>
          {t('Save')}
        </Button>
        <Button variant="quiet" size="small" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </Inline>
    </Frame>
  );
};

const Frame = styled.form`
  display: grid;
  gap: 12px;
  width: min(560px, 100%);
`;
