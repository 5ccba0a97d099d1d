import { deletePartnerDiscount, putPartnerDiscount } from '@mahlzeit/contract';
import type { Discount, PartnerDiscount, PartnerOffer } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { createRandomKey, formatDate } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Caption, IconButton, Inline, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { RadioGroup, TextField } from '@mahlzeit/shared-ui/ui/form';
import { Pencil, Percent, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import styled, { css } from 'styled-components';
import { consoleErrorText, useTexts } from '../../console-texts';
import { discountsOfRestaurant, usePartner, usePartnerCollection } from '../../platform';
import { Section, SectionTitle } from '../../ui/section';
import { useNotice } from '../notices';
import {
  ALL_DISHES,
  changedDiscount,
  daysFor,
  discountOf,
  isChangeable,
  isOwnDiscount,
  makesOrdersFree,
  percentOf,
  dishInName,
} from './discount-rules';
import type { DiscountDays } from './discount-rules';

interface DiscountsProps {
  readonly restaurantKey: string;
  readonly menu: readonly PartnerOffer[];
  readonly isOffline: boolean;
}

interface DiscountFormProps extends DiscountsProps {
  /** Discount before the change; null for a new one. */
  readonly discount: Discount | null;
  readonly onDone: () => void;
}

/** Chosen period of a discount; `asBefore` keeps the period of an existing discount. */
type ChosenDays = DiscountDays | 'asBefore';

/**
 * Maximum number of dishes in a list without a scroll box. A longer list scrolls in its own box, so that the fields
 * below it stay visible.
 */
const FEW_DISHES = 7;

/** Holds the input of the discount form and its errors. */
const useDraft = ({ discount, menu }: Pick<DiscountFormProps, 'discount' | 'menu'>) => {
  const t = useTexts();
  const [typedText, setTyped] = useState(discount === null ? '' : String(discount.value));
  const [dishKey, setDishKey] = useState<string>(discount?.mealRef ?? ALL_DISHES);
  const [chosenDays, setDays] = useState<ChosenDays>(discount === null ? 'today' : 'asBefore');
  const offeredDays: readonly ChosenDays[] = [...(discount === null ? [] : ['asBefore' as const]), ...daysFor(dishKey)];
  const percent = percentOf(typedText);
  const validationError = (): string | undefined => {
    if (percent === null) return t('DiscountPercentError');
    return makesOrdersFree(percent, dishKey) ? t('DiscountPercentAll') : undefined;
  };
  const onMenu = [
    { id: ALL_DISHES, label: t('AllDishes') },
    ...menu.map(({ key, name }) => ({ id: key, label: name })),
  ];
  const initialMeal = discount?.mealRef ?? ALL_DISHES;
  // A dish of another day isn't on today's menu: its name comes from the name of the discount.
  const dishes =
    discount === null || onMenu.some(({ id }) => id === initialMeal)
      ? onMenu
      : [...onMenu, { id: initialMeal, label: dishInName(discount.name.de) }];
  const nameOf = (value: number): string =>
    dishKey === ALL_DISHES
      ? t('DiscountNameAll', { percent: value })
      : t('DiscountName', { percent: value, target: dishes.find(({ id }) => id === dishKey)?.label ?? dishKey });
  return {
    typed: typedText,
    setTyped,
    dishKey,
    setDishKey,
    days: offeredDays.includes(chosenDays) ? chosenDays : 'today',
    offeredDays,
    setDays,
    percent,
    percentError: validationError(),
    dishes,
    nameOf,
  };
};

/**
 * Form for a simple discount: a percentage on one dish or all, for today or a week. A change replaces the old discount.
 */
const DiscountForm = ({ discount, restaurantKey, menu, isOffline, onDone }: DiscountFormProps) => {
  const t = useTexts();
  const { apiClient, clock } = usePartner();
  const notify = useNotice();
  const [discountKey] = useState(() => discount?.key ?? createRandomKey());
  const { typed, setTyped, dishKey, setDishKey, days, offeredDays, setDays, percent, percentError, dishes, nameOf } =
    useDraft({ discount, menu });
  const [wasSent, setWasSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const bodyOf = (value: number): PartnerDiscount => {
    const mealKey = dishKey === ALL_DISHES ? null : dishKey;
    const discountWish = {
      percent: value,
      mealKey,
      now: clock.now(),
      name: nameOf(value),
      valueText: t('PercentOff', { percent: value }),
    };
    if (discount !== null)
      return changedDiscount(discount, { ...discountWish, days: days === 'asBefore' ? null : days });
    return discountOf({
      ...discountWish,
      restaurantKey,
      days: days === 'asBefore' ? 'today' : days,
      typeText: t('DiscountType'),
    });
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasSent(true);
    if (percent === null || percentError !== undefined || isBusy) return;
    setIsBusy(true);
    setError(null);
    const body = bodyOf(percent);
    const answer = await apiClient.call(putPartnerDiscount, { params: { key: discountKey }, body });
    setIsBusy(false);
    if (!answer.ok) return setError(consoleErrorText(answer.error));
    const name = body.name.de;
    notify({
      tone: 'success',
      text:
        body.start > clock.now()
          ? t('DiscountSavedFrom', { name, day: formatDate(berlinDay(body.start)) })
          : t('DiscountSaved', { name }),
    });
    onDone();
  };
  const daysLabel = (id: ChosenDays): string => {
    if (id === 'asBefore')
      return t('DiscountDays_asBefore', { day: formatDate(berlinDay((discount?.end ?? clock.now()) - 1)) });
    const [today, first] = [berlinDay(clock.now()), berlinDay(discount?.start ?? clock.now())];
    return first > today ? t(`DiscountFirstDay_${id}`, { day: formatDate(first) }) : t(`DiscountDays_${id}`);
  };

  return (
    <Form
      onSubmit={(event) => void save(event)}
      noValidate
      aria-label={discount === null ? t('AddDiscount') : t('EditDiscount', { name: discount.name.de })}
    >
      <TextField
        label={t('DiscountPercent')}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        value={typed}
        error={wasSent ? percentError : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Dishes $isLong={dishes.length > FEW_DISHES}>
        <RadioGroup label={t('DiscountFor')} options={dishes} chosenId={dishKey} onChoose={setDishKey} />
      </Dishes>
      <RadioGroup
        label={t('DiscountDays')}
        options={offeredDays.map((id) => ({ id, label: daysLabel(id) }))}
        chosenId={days}
        onChoose={setDays}
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
    </Form>
  );
};

/**
 * Discount in the form: `none` when the form is closed, null for a new discount, or the discount as it was before the
 * change.
 */
type Editing = 'none' | Discount | null;

/**
 * List of the discounts at the restaurant. Only the restaurant's own discounts can be changed and removed. While the
 * form is open no other discount can be opened, so that no input gets lost.
 */
export const Discounts = ({ restaurantKey, menu, isOffline }: DiscountsProps) => {
  const t = useTexts();
  const { apiClient } = usePartner();
  const notify = useNotice();
  const [editing, setEditing] = useState<Editing>('none');
  const { items } = usePartnerCollection(discountsOfRestaurant, restaurantKey);

  const remove = async ({ key, name }: Discount): Promise<void> => {
    const answer = await apiClient.call(deletePartnerDiscount, { params: { key } });
    notify(
      answer.ok
        ? { tone: 'success', text: t('DiscountGone', { name: name.de }) }
        : { tone: 'error', text: consoleErrorText(answer.error) },
    );
  };
  const form = (discount: Discount | null) => (
    <DiscountForm
      discount={discount}
      restaurantKey={restaurantKey}
      menu={menu}
      isOffline={isOffline}
      onDone={() => setEditing('none')}
    />
  );
  const discountActions = (discount: Discount) => {
    if (isOffline || editing !== 'none' || !isOwnDiscount(discount, restaurantKey)) return null;
    const name = discount.name.de;
    return (
      <>
        {isChangeable(discount, restaurantKey) && (
          <IconButton
            label={t('EditDiscount', { name })}
            icon={Pencil}
            iconSize={18}
            onClick={() => setEditing(discount)}
          />
        )}
        <IconButton
          label={t('RemoveDiscount', { name })}
          icon={Trash2}
          iconSize={18}
          onClick={() => void remove(discount)}
        />
      </>
    );
  };
  return (
    <Section aria-label={t('DiscountsTitle')}>
      <SectionTitle>{t('DiscountsTitle')}</SectionTitle>
      {items.length === 0 && <Small $tone="quiet">{t('NoDiscounts')}</Small>}
      <List>
        {items.map((discount) => (
          <li key={discount.key}>
            <Words>
              <span>{discount.name.de}</span>
              <Caption as="span" $tone="quiet">
                {t(isOwnDiscount(discount, restaurantKey) ? 'DiscountUntil' : 'DiscountOfMahlzeit', {
                  value: discount.valueText,
                  day: formatDate(berlinDay(discount.end - 1)),
                })}
              </Caption>
            </Words>
            {discountActions(discount)}
          </li>
        ))}
      </List>
      {editing === 'none' ? (
        <Button variant="second" icon={Percent} onClick={() => setEditing(null)}>
          {t('AddDiscount')}
        </Button>
      ) : (
        form(editing)
      )}
    </Section>
  );
};

const List = styled.ul`
  width: 100%;
  > li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 48px;
  }
`;

const Words = styled.div`
  ${textStyles.small}
  display: grid;
  flex: 1;
  min-width: 0;
  font-weight: 600;
  overflow-wrap: anywhere;
`;

const Form = styled.form`
  display: grid;
  gap: 12px;
  width: min(520px, 100%);
`;

const Dishes = styled.div<{ readonly $isLong: boolean }>`
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
