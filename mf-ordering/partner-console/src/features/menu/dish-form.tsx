import { putPartnerMeal } from '@mahlzeit/contract';
import type { PartnerMeal, PartnerOffer } from '@mahlzeit/contract';
import { parseEuroAmount, textLength } from '@mahlzeit/contract/rules';
import { formatPrice } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, H3, Inline } from '@mahlzeit/shared-ui/ui';
import { allergenLabel, ALLERGENS } from '@mahlzeit/shared-ui/ui/declaration';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import { RadioGroup, TextField } from '@mahlzeit/shared-ui/ui/form';
import { useNotice } from '@mahlzeit/shared-ui/ui/console';
import { useState } from 'react';
import type { FormEvent } from 'react';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../../console-texts';
import { menuOfRestaurant, usePartner } from '../../platform';
import { DeclaredField } from './declared-field';
import { ADDITIVE_NAMES, toPartnerMeal } from './menu-rules';

interface DishFormProps {
  readonly mealKey: string;
  /** Dish to change; null when staff create a new one. */
  readonly offer: PartnerOffer | null;
  readonly restaurantKey: string;
  readonly groups: readonly { readonly key: string; readonly name: string }[];
  readonly today: string;
  readonly isOffline: boolean;
  readonly onDone: () => void;
}

const MAX_NAME_LENGTH = 200;

const MAX_DESCRIPTION_LENGTH = 2000;

/** Allowed prices in cents. The minimum is 1, because a dish without a price can't be ordered. */
const PRICE_RANGE_CENTS = { least: 1, most: 1_000_000 };

// Formats the price of a dish as staff type it, without the currency sign.
const priceInputOf = (offer: PartnerOffer | null): string =>
  offer === null ? '' : formatPrice(offer.price).replace(/[^\d,]/g, '');

// Returns the letter of an allergen, which the form uses. Some menus store the allergen's name instead of its letter.
const allergenLetterOf = (writtenText: string): string =>
  ALLERGENS.find((allergen) => allergenLabel(allergen).name === writtenText) ?? writtenText;

const useDishDraft = (offer: PartnerOffer | null, groups: DishFormProps['groups']) => {
  const [name, setName] = useState(offer?.name ?? '');
  const [description, setDescription] = useState(offer?.description ?? '');
  const [priceText, setPrice] = useState(priceInputOf(offer));
  const [mealTypeKey, setTypeKey] = useState(offer?.typeKey ?? groups[0]?.key ?? '');
  const [allergens, setAllergens] = useState<readonly string[]>(() => offer?.allergens.map(allergenLetterOf) ?? []);
  const [additives, setAdditives] = useState<readonly string[]>(offer?.additives ?? []);
  const typedDish = { name: name.trim(), description: description.trim(), cents: parseEuroAmount(priceText) };
  return {
    typed: typedDish,
    name,
    setName,
    description,
    setDescription,
    price: priceText,
    setPrice,
    typeKey: mealTypeKey,
    setTypeKey,
    allergens,
    setAllergens,
    additives,
    setAdditives,
  };
};

type TypedDish = ReturnType<typeof useDishDraft>['typed'];

const nameErrorOf = ({ name }: TypedDish, t: ReturnType<typeof useTexts>): string | undefined => {
  if (name === '') return t('DishNameError');
  return textLength(name) > MAX_NAME_LENGTH ? t('DishNameLong', { most: MAX_NAME_LENGTH }) : undefined;
};

const priceErrorOf = ({ cents }: TypedDish, t: ReturnType<typeof useTexts>): string | undefined => {
  if (cents === null) return t('DishPriceError');
  if (cents < PRICE_RANGE_CENTS.least) return t('DishPriceNothing');
  return cents > PRICE_RANGE_CENTS.most ? t('DishPriceHigh', { most: formatPrice(PRICE_RANGE_CENTS.most) }) : undefined;
};

/** Returns the error text of each field; undefined for a valid field. */
const fieldErrorsOf = (typedDish: TypedDish, t: ReturnType<typeof useTexts>) => ({
  name: nameErrorOf(typedDish, t),
  description:
    textLength(typedDish.description) > MAX_DESCRIPTION_LENGTH
      ? t('DishDescriptionLong', { most: MAX_DESCRIPTION_LENGTH })
      : undefined,
  price: priceErrorOf(typedDish, t),
});

/** Form that changes a dish or adds one to today's menu. A dish that is sold out stays sold out after the change. */
export const DishForm = ({ mealKey, offer, restaurantKey, groups, today, isOffline, onDone }: DishFormProps) => {
  const t = useTexts();
  const { apiClient, store } = usePartner();
  const showNotice = useNotice();
  const dishDraft = useDishDraft(offer, groups);
  const [wasFormSent, setWasSent] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [requestError, setRequestError] = useState<string | null>(null);
  const [isAskingForAllergens, setIsAskingForAllergens] = useState(false);
  const [wasAskedForAllergens, setWasAskedForAllergens] = useState(false);
  /** Counter that increases each time the user wants to declare the allergens; the field then opens. */
  const [allergensRequestCount, setAllergensRequestCount] = useState(0);
  const { name, description, cents } = dishDraft.typed;
  const fieldErrors = fieldErrorsOf(dishDraft.typed, t);
  const visibleErrors: Partial<typeof fieldErrors> = wasFormSent ? fieldErrors : {};
  const soldOutSince = offer?.soldOutSince ?? null;

  const requestBodyOf = (priceCents: number): PartnerMeal => {
    const baseMeal =
      offer === null
        ? { restaurantId: restaurantKey, order: 0, date: today, typeKey: dishDraft.typeKey }
        : toPartnerMeal(offer, restaurantKey);
    return {
      ...baseMeal,
      name,
      description,
      price: priceCents,
      isSoldOut: soldOutSince !== null,
      allergens: [...dishDraft.allergens],
      additives: [...dishDraft.additives],
    };
  };
  const submitDish = (event: FormEvent): void => {
    event.preventDefault();
    setWasSent(true);
    if (Object.values(fieldErrors).some((fieldError) => fieldError !== undefined) || cents === null || isSaving) return;
    // Guests rely on the declared allergens. If staff enter none, the form asks once whether that is right; the answer
    // counts while the form is open.
    if (dishDraft.allergens.length === 0 && !wasAskedForAllergens) setIsAskingForAllergens(true);
    else void saveDish(cents);
  };
  const onAllergensAnswer = (id: string | null): void => {
    setIsAskingForAllergens(false);
    setWasAskedForAllergens(id !== null);
    if (id === 'save' && cents !== null) void saveDish(cents);
    else setAllergensRequestCount((previousCount) => previousCount + 1);
  };
  const saveDish = async (priceCents: number): Promise<void> => {
    setIsSaving(true);
    setRequestError(null);
    const saveAnswer = await apiClient.call(putPartnerMeal, {
      params: { key: mealKey },
      body: requestBodyOf(priceCents),
    });
    setIsSaving(false);
    if (!saveAnswer.ok) return setRequestError(consoleErrorText(saveAnswer.error));
    // The gateway gives the saved dish a new key if its key already belongs to another dish. The live topic removes the
    // dish with the old key.
    menuOfRestaurant.of(store, restaurantKey).apply(saveAnswer.value.key, { ...saveAnswer.value, soldOutSince });
    showNotice({ tone: 'success', text: t(soldOutSince === null ? 'DishSaved' : 'DishSavedSoldOut', { name }) });
    onDone();
  };

  return (
    <DishFormFrame
      onSubmit={submitDish}
      noValidate
      aria-label={offer === null ? t('NewDish') : t('EditDish', { name: offer.name })}
    >
      {offer === null && <H3>{t('NewDish')}</H3>}
      <TextField
        label={t('DishName')}
        autoComplete="off"
        autoFocus
        value={dishDraft.name}
        error={visibleErrors.name}
        onChange={({ target }) => dishDraft.setName(target.value)}
      />
      <TextField
        label={t('DishDescription')}
        autoComplete="off"
        value={dishDraft.description}
        error={visibleErrors.description}
        onChange={({ target }) => dishDraft.setDescription(target.value)}
      />
      <TextField
        label={t('DishPrice')}
        inputMode="decimal"
        autoComplete="off"
        value={dishDraft.price}
        error={visibleErrors.price}
        onChange={({ target }) => dishDraft.setPrice(target.value)}
      />
      {offer === null && groups.length > 1 && (
        <RadioGroup
          label={t('DishGroup')}
          options={groups.map(({ key, name: groupName }) => ({ id: key, label: groupName }))}
          chosenId={dishDraft.typeKey}
          onChoose={dishDraft.setTypeKey}
        />
      )}
      <DeclaredField
        key={`allergens-${allergensRequestCount}`}
        isInitiallyOpen={allergensRequestCount > 0}
        label={t('DishAllergens')}
        hint={t('DishAllergensHint')}
        knownValues={ALLERGENS}
        values={dishDraft.allergens}
        nameOf={(allergen) => allergenLabel(allergen).name}
        onChoose={dishDraft.setAllergens}
      />
      <DeclaredField
        label={t('DishAdditives')}
        hint={t('DishAdditivesHint')}
        knownValues={ADDITIVE_NAMES}
        values={dishDraft.additives}
        onChoose={dishDraft.setAdditives}
      />
      {isAskingForAllergens && (
        <AlertDialog
          title={t('AllergensAskTitle')}
          actions={[
            { id: 'add', label: t('AllergensAskAdd'), tone: 'safe' },
            { id: 'save', label: t('AllergensAskSave'), tone: 'primary' },
          ]}
          onChoose={onAllergensAnswer}
        >
          {t('AllergensAskText', { name })}
        </AlertDialog>
      )}
      {requestError !== null && <Banner tone="err">{requestError}</Banner>}
      <Inline $gap={8}>
        <Button
          type="submit"
          size="small"
          isBusy={isSaving}
          disabledReason={isOffline ? t('OfflineReason') : undefined}
        >
          {t('Save')}
        </Button>
        <Button variant="quiet" size="small" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </Inline>
    </DishFormFrame>
  );
};

const DishFormFrame = styled.form`
  display: grid;
  gap: 12px;
  width: min(560px, 100%);
`;
