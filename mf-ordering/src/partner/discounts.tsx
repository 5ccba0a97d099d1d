import { deletePartnerDiscount, putPartnerDiscount } from '@mahlzeit/contract';
import type { Discount, PartnerOffer } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { createRandomKey, formatDate } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Caption, IconButton, Inline, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { RadioGroup, TextField } from '@mahlzeit/shared-ui/ui/form';
import { Percent, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import styled, { css } from 'styled-components';
import { ALL_DISHES, discountOf, isOwnDiscount, percentOf } from './discount-rules';
import type { DiscountDays } from './discount-rules';
import { useNotice } from './notices';
import { discountsOfRestaurant, usePartner, usePartnerCollection } from './partner-context';
import { consoleErrorText, useTexts } from './partner-texts';
import { Section, SectionTitle } from './section';

interface DiscountsProps {
  readonly restaurantKey: string;
  readonly menu: readonly PartnerOffer[];
  readonly isOffline: boolean;
}

interface DiscountFormProps extends DiscountsProps {
  readonly onDone: () => void;
}

const DAYS: readonly DiscountDays[] = ['today', 'week'];

/** More of them scroll in a box of their own: what comes after them stays in reach. */
const FEW_DISHES = 7;

/** A simple discount: so many percent, on one dish or all, for today or a week. */
const DiscountForm = ({ restaurantKey, menu, isOffline, onDone }: DiscountFormProps) => {
  const t = useTexts();
  const { apiClient, clock } = usePartner();
  const notify = useNotice();
  const [discountKey] = useState(createRandomKey);
  const [typed, setTyped] = useState('');
  const [dishKey, setDishKey] = useState<string>(ALL_DISHES);
  const [days, setDays] = useState<DiscountDays>('today');
  const [wasSent, setWasSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const percent = percentOf(typed);
  const dishes = [{ id: ALL_DISHES, label: t('AllDishes') }, ...menu.map(({ key, name }) => ({ id: key, label: name }))];

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasSent(true);
    if (percent === null || isBusy) return;
    setIsBusy(true);
    setError(null);
    const target = dishes.find(({ id }) => id === dishKey)?.label ?? t('AllDishes');
    const body = discountOf({ restaurantKey, percent, mealKey: dishKey === ALL_DISHES ? null : dishKey, days, now: clock.now(), name: t('DiscountName', { percent, target }), valueText: t('PercentOff', { percent }), typeText: t('DiscountType') });
    const answer = await apiClient.call(putPartnerDiscount, { params: { key: discountKey }, body });
    setIsBusy(false);
    if (!answer.ok) return setError(consoleErrorText(answer.error));
    notify({ tone: 'success', text: t('DiscountSaved', { name: body.name.de }) });
    onDone();
  };

  return (
    <Form onSubmit={(event) => void save(event)} noValidate aria-label={t('AddDiscount')}>
      <TextField label={t('DiscountPercent')} inputMode="numeric" autoComplete="off" value={typed} error={wasSent && percent === null ? t('DiscountPercentError') : undefined} onChange={({ target }) => setTyped(target.value)} />
      <Dishes $isLong={dishes.length > FEW_DISHES}><RadioGroup label={t('DiscountFor')} options={dishes} chosenId={dishKey} onChoose={setDishKey} /></Dishes>
      <RadioGroup label={t('DiscountDays')} options={DAYS.map((id) => ({ id, label: t(`DiscountDays_${id}`) }))} chosenId={days} onChoose={setDays} />
      {error !== null && <Banner tone="err">{error}</Banner>}
      <Inline $gap={8}>
        <Button type="submit" size="small" isBusy={isBusy} disabledReason={isOffline ? t('OfflineReason') : undefined}>{t('Save')}</Button>
        <Button variant="quiet" size="small" onClick={onDone}>{t('Cancel')}</Button>
      </Inline>
    </Form>
  );
};

/** The discounts that hold at the place: all are listed, its own can be taken away. */
export const Discounts = ({ restaurantKey, menu, isOffline }: DiscountsProps) => {
  const t = useTexts();
  const { apiClient } = usePartner();
  const notify = useNotice();
  const [isAdding, setIsAdding] = useState(false);
  const { items } = usePartnerCollection(discountsOfRestaurant, restaurantKey);

  const remove = async ({ key, name }: Discount): Promise<void> => {
    const answer = await apiClient.call(deletePartnerDiscount, { params: { key } });
    notify(answer.ok ? { tone: 'success', text: t('DiscountGone', { name: name.de }) } : { tone: 'error', text: consoleErrorText(answer.error) });
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
              <Caption as="span" $tone="quiet">{t(isOwnDiscount(discount, restaurantKey) ? 'DiscountUntil' : 'DiscountOfMahlzeit', { value: discount.valueText, day: formatDate(berlinDay(discount.end - 1)) })}</Caption>
            </Words>
            {isOwnDiscount(discount, restaurantKey) && !isOffline && <IconButton label={t('RemoveDiscount', { name: discount.name.de })} icon={Trash2} iconSize={18} onClick={() => void remove(discount)} />}
          </li>
        ))}
      </List>
      {isAdding ? <DiscountForm restaurantKey={restaurantKey} menu={menu} isOffline={isOffline} onDone={() => setIsAdding(false)} /> : <Button variant="second" icon={Percent} onClick={() => setIsAdding(true)}>{t('AddDiscount')}</Button>}
    </Section>
  );
};

const List = styled.ul`
  width: 100%;
  > li { display: flex; align-items: center; gap: 8px; min-height: 48px; }
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
  ${({ $isLong }) => $isLong && css`
    max-height: min(300px, 50dvh);
    padding: 4px 12px;
    overflow-y: auto;
    overscroll-behavior: contain;
    border: 1px solid ${tokens.color.line};
    border-radius: ${tokens.radius.control};
  `}
`;
