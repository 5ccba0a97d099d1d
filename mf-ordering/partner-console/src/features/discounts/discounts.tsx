import { deletePartnerDiscount, putPartnerDiscount } from '@mahlzeit/contract';
import type { Discount, PartnerDiscount, PartnerOffer } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { createRandomKey, formatDate } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Caption, IconButton, Inline, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { RadioGroup, TextField } from '@mahlzeit/shared-ui/ui/form';
import { useNotice } from '@mahlzeit/shared-ui/ui/console';
import { Pencil, Percent, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import styled, { css } from 'styled-components';
import { consoleErrorText, useTexts } from '../../console-texts';
import { discountsOfRestaurant, usePartner, usePartnerCollection } from '../../platform';
import { ConsoleSection, SectionTitle } from '../../ui/section';
import {
  ALL_DISHES_KEY,
  changedDiscountOf,
  discountDaysFor,
  createDiscount,
  isDiscountChangeable,
  isOwnDiscount,
  makesOrdersFree,
  parsePercent,
  dishNameFromTitle,
} from './discount-rules';
import type { DiscountDays } from './discount-rules';

interface DiscountsProps {
  readonly restaurantKey: string;
  readonly menu: readonly PartnerOffer[];
  readonly isOffline: boolean;
}

interface DiscountFormProps extends DiscountsProps {
  /** Discount to change; null when staff create a new one. */
  readonly discount: Discount | null;
  readonly onDone: () => void;
}

/** Chosen period of a discount; `asBefore` keeps the period of an existing discount. */
type ChosenDays = DiscountDays | 'asBefore';

/**
 * Maximum number of dishes in a list without a scroll box. A longer list scrolls in its own box, so that the fields
 * below it stay visible.
 */
const MAX_UNSCROLLED_DISHES = 7;

/** Holds the input of the discount form and its errors. */
const useDiscountDraft = ({ discount, menu }: Pick<DiscountFormProps, 'discount' | 'menu'>) => {
  const t = useTexts();
  const [typedText, setTypedText] = useState(discount === null ? '' : String(discount.value));
  const [dishKey, setDishKey] = useState<string>(discount?.mealRef ?? ALL_DISHES_KEY);
  const [chosenDays, setChosenDays] = useState<ChosenDays>(discount === null ? 'today' : 'asBefore');
  const offeredDays: readonly ChosenDays[] = [
    ...(discount === null ? [] : ['asBefore' as const]),
    ...discountDaysFor(dishKey),
  ];
  const percent = parsePercent(typedText);
  const validationError = (): string | undefined => {
    if (percent === null) return t('DiscountPercentError');
    return makesOrdersFree(percent, dishKey) ? t('DiscountPercentAll') : undefined;
  };
  const currentDishChoices = [
    { id: ALL_DISHES_KEY, label: t('AllDishes') },
    ...menu.map(({ key, name }) => ({ id: key, label: name })),
  ];
  const initialMealKey = discount?.mealRef ?? ALL_DISHES_KEY;
  // A dish whose discount was made on another day isn't on today's menu. Its name is then taken from the name of the
  // discount.
  const dishChoices =
    discount === null || currentDishChoices.some(({ id }) => id === initialMealKey)
      ? currentDishChoices
      : [...currentDishChoices, { id: initialMealKey, label: dishNameFromTitle(discount.name.de) }];
  const discountNameOf = (percentValue: number): string =>
    dishKey === ALL_DISHES_KEY
      ? t('DiscountNameAll', { percent: percentValue })
      : t('DiscountName', {
          percent: percentValue,
          target: dishChoices.find(({ id }) => id === dishKey)?.label ?? dishKey,
        });
  return {
    typed: typedText,
    setTyped: setTypedText,
    dishKey,
    setDishKey,
    days: offeredDays.includes(chosenDays) ? chosenDays : 'today',
    offeredDays,
    setDays: setChosenDays,
    percent,
    percentError: validationError(),
    dishes: dishChoices,
    nameOf: discountNameOf,
  };
};

/**
 * Form for a simple discount: a percentage on one dish or on all, for today or for a week. Saving a change replaces the
 * old discount.
 */
const DiscountForm = ({ discount, restaurantKey, menu, isOffline, onDone }: DiscountFormProps) => {
  const t = useTexts();
  const { apiClient, clock } = usePartner();
  const showNotice = useNotice();
  const [discountKey] = useState(() => discount?.key ?? createRandomKey());
  const { typed, setTyped, dishKey, setDishKey, days, offeredDays, setDays, percent, percentError, dishes, nameOf } =
    useDiscountDraft({ discount, menu });
  const [wasFormSent, setWasSent] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const requestBodyOf = (percentValue: number): PartnerDiscount => {
    const mealKey = dishKey === ALL_DISHES_KEY ? null : dishKey;
    const discountInput = {
      percent: percentValue,
      mealKey,
      now: clock.now(),
      name: nameOf(percentValue),
      valueText: t('PercentOff', { percent: percentValue }),
    };
    if (discount !== null)
      return changedDiscountOf(discount, { ...discountInput, days: days === 'asBefore' ? null : days });
    return createDiscount({
      ...discountInput,
      restaurantKey,
      days: days === 'asBefore' ? 'today' : days,
      typeText: t('DiscountType'),
    });
  };
  const saveDiscount = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasSent(true);
    if (percent === null || percentError !== undefined || isSaving) return;
    setIsSaving(true);
    setError(null);
    const requestBody = requestBodyOf(percent);
    const saveAnswer = await apiClient.call(putPartnerDiscount, { params: { key: discountKey }, body: requestBody });
    setIsSaving(false);
    if (!saveAnswer.ok) return setError(consoleErrorText(saveAnswer.error));
    const discountName = requestBody.name.de;
    showNotice({
      tone: 'success',
      text:
        requestBody.start > clock.now()
          ? t('DiscountSavedFrom', { name: discountName, day: formatDate(berlinDay(requestBody.start)) })
          : t('DiscountSaved', { name: discountName }),
    });
    onDone();
  };
  const daysLabel = (daysOption: ChosenDays): string => {
    if (daysOption === 'asBefore')
      return t('DiscountDays_asBefore', { day: formatDate(berlinDay((discount?.end ?? clock.now()) - 1)) });
    const [today, discountStartDay] = [berlinDay(clock.now()), berlinDay(discount?.start ?? clock.now())];
    return discountStartDay > today
      ? t(`DiscountFirstDay_${daysOption}`, { day: formatDate(discountStartDay) })
      : t(`DiscountDays_${daysOption}`);
  };

  return (
    <DiscountFormFrame
      onSubmit={(event) => void saveDiscount(event)}
      noValidate
      aria-label={discount === null ? t('AddDiscount') : t('EditDiscount', { name: discount.name.de })}
    >
      <TextField
        label={t('DiscountPercent')}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        value={typed}
        error={wasFormSent ? percentError : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <DishChoices $isLong={dishes.length > MAX_UNSCROLLED_DISHES}>
        <RadioGroup label={t('DiscountFor')} options={dishes} chosenId={dishKey} onChoose={setDishKey} />
      </DishChoices>
      <RadioGroup
        label={t('DiscountDays')}
        options={offeredDays.map((daysOption) => ({ id: daysOption, label: daysLabel(daysOption) }))}
        chosenId={days}
        onChoose={setDays}
      />
      {error !== null && <Banner tone="err">{error}</Banner>}
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
    </DiscountFormFrame>
  );
};

/**
 * Discount that the form shows: `none` when the form is closed, null for a new discount, or the discount as it was
 * before the change.
 */
type EditedDiscount = 'none' | Discount | null;

/**
 * List of the discounts at the restaurant. Only the restaurant's own discounts can be changed and removed. While the
 * form is open, no other discount can be edited, so that no input is lost.
 */
export const DiscountsSection = ({ restaurantKey, menu, isOffline }: DiscountsProps) => {
  const t = useTexts();
  const { apiClient } = usePartner();
  const notify = useNotice();
  const [editedDiscount, setEditedDiscount] = useState<EditedDiscount>('none');
  const { items } = usePartnerCollection(discountsOfRestaurant, restaurantKey);

  const removeDiscount = async ({ key, name }: Discount): Promise<void> => {
    const removeAnswer = await apiClient.call(deletePartnerDiscount, { params: { key } });
    notify(
      removeAnswer.ok
        ? { tone: 'success', text: t('DiscountGone', { name: name.de }) }
        : { tone: 'error', text: consoleErrorText(removeAnswer.error) },
    );
  };
  const renderDiscountForm = (discount: Discount | null) => (
    <DiscountForm
      discount={discount}
      restaurantKey={restaurantKey}
      menu={menu}
      isOffline={isOffline}
      onDone={() => setEditedDiscount('none')}
    />
  );
  const renderDiscountActions = (discount: Discount) => {
    if (isOffline || editedDiscount !== 'none' || !isOwnDiscount(discount, restaurantKey)) return null;
    const discountName = discount.name.de;
    return (
      <>
        {isDiscountChangeable(discount, restaurantKey) && (
          <IconButton
            label={t('EditDiscount', { name: discountName })}
            icon={Pencil}
            iconSize={18}
            onClick={() => setEditedDiscount(discount)}
          />
        )}
        <IconButton
          label={t('RemoveDiscount', { name: discountName })}
          icon={Trash2}
          iconSize={18}
          onClick={() => void removeDiscount(discount)}
        />
      </>
    );
  };
  return (
    <ConsoleSection aria-label={t('DiscountsTitle')}>
      <SectionTitle>{t('DiscountsTitle')}</SectionTitle>
      {items.length === 0 && <Small $tone="quiet">{t('NoDiscounts')}</Small>}
      <DiscountList>
        {items.map((discount) => (
          <li key={discount.key}>
            <DiscountTexts>
              <span>{discount.name.de}</span>
              <Caption as="span" $tone="quiet">
                {t(isOwnDiscount(discount, restaurantKey) ? 'DiscountUntil' : 'DiscountOfMahlzeit', {
                  value: discount.valueText,
                  day: formatDate(berlinDay(discount.end - 1)),
                })}
              </Caption>
            </DiscountTexts>
            {renderDiscountActions(discount)}
          </li>
        ))}
      </DiscountList>
      {editedDiscount === 'none' ? (
        <Button variant="second" icon={Percent} onClick={() => setEditedDiscount(null)}>
          {t('AddDiscount')}
        </Button>
      ) : (
        renderDiscountForm(editedDiscount)
      )}
    </ConsoleSection>
  );
};

const DiscountList = styled.ul`
  width: 100%;
  > li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 48px;
  }
`;

const DiscountTexts = styled.div`
  ${textStyles.small}
  display: grid;
  flex: 1;
  min-width: 0;
  font-weight: 600;
  overflow-wrap: anywhere;
`;

const DiscountFormFrame = styled.form`
  display: grid;
  gap: 12px;
  width: min(520px, 100%);
`;

const DishChoices = styled.div<{ readonly $isLong: boolean }>`
  ${({ $isLong }) =>
    $isLong &&
    css`
      max-height: min(300px, 50dvh);
      padding: 4px 12px;
      overflow-y: auto;
      overscroll-behavior: contain;
      border: 1px solid ${tokens.color.line};
      border-radius: ${tokens.radius.control};
    `}
`;
