import type { Discount } from '@mahlzeit/contract';
import { aDiscount, anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DiscountLine } from './discount-line';

const DAY_MS = 86_400_000;

const renderDiscountLine = (discounts: Partial<Discount>[]) => ({
  user: userEvent.setup(),
  ...render(
    <DiscountLine
      place={aRestaurant({ offers: [anOffer({ key: 'suppe', name: 'Kartoffelsuppe' })] })}
      deals={{
        now: fixtureNow,
        discounts: discounts.map((discountFields, index) => aDiscount({ key: `d${index}`, ...discountFields })),
      }}
    />,
  ),
});

const discountLineButton = () => screen.getByRole('button');

const openDiscountLine = async (discounts: Partial<Discount>[]) => {
  const { user } = renderDiscountLine(discounts);
  await user.click(discountLineButton());
  return user;
};

it('names the first discount, with the number of others', () => {
  renderDiscountLine([{ discountType: 'percent', value: 20 }, {}, {}]);
  expect(discountLineButton()).toHaveAccessibleName(/^−20\s% Sommergruß und 2 weitere$/);
  expect(discountLineButton()).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

it.each([
  [{ type: 'compensation', discountType: 'absolute', value: 500 }, 'Dein Gutschein: 5\u00a0€'],
  [{ type: 'giftcard', discountType: 'absolute', value: 1050 }, 'Dein Gutschein: 10,50\u00a0€'],
  [{ type: 'loyalty', discountType: 'percent', value: 15 }, 'Dein Gutschein: 15\u00a0%'],
  [{ type: 'giftcard', discountType: 'override', value: 500 }, 'Dein Gutschein: alles für 5\u00a0€'],
] as const)('calls a voucher a voucher, because no price is reduced by it: %j', (discountFields, expectedText) => {
  renderDiscountLine([{ restaurantRef: null, companyRef: null, ...discountFields }]);
  expect(discountLineButton().textContent?.trim()).toBe(expectedText);
});

it('names the dish of a discount', () => {
  renderDiscountLine([{ discountType: 'percent', value: 20, mealRef: 'suppe' }]);
  expect(discountLineButton()).toHaveAccessibleName(/^−20\s% · Kartoffelsuppe$/);
});

it('opens with value, subject and end of each discount, and closes again', async () => {
  const user = await openDiscountLine([{ discountType: 'percent', value: 20 }]);
  expect(discountLineButton()).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('list', { name: 'Rabatte' })).toHaveTextContent(
    /−20\s%Sommergruß.*Zwei Euro weniger.*Aktion · bis Mi. 1. Juli/,
  );
  await user.click(discountLineButton());
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

it('shows the provider’s hint in place of the end', async () => {
  await openDiscountLine([{ expiryHint: 'nur solange der Vorrat reicht' }]);
  expect(screen.getByRole('listitem')).toHaveTextContent('Aktion · nur solange der Vorrat reicht');
});

it('T15 shows the start of a discount that is not valid yet', async () => {
  await openDiscountLine([{ start: fixtureNow + 3 * DAY_MS }]);
  expect(screen.getByRole('listitem')).toHaveTextContent('ab Sa. 27. Juni');
});

describe('a discount of every partner', () => {
  const rebateOfAllPartners = {
    discountType: 'percent',
    value: 5,
    restaurantRef: null,
    companyRef: null,
    type: 'promotion',
  } as const;

  it('is a sentence and no ticket', async () => {
    renderDiscountLine([rebateOfAllPartners]);
    expect(
      screen.getByText(/^Wie bei jedem Partner: 5\s% weniger beim Vorbestellen \(bis Mi. 1. Juli\)\.$/),
    ).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it.each([
    [{}, '5-%-Gutschein bei jedem Partner (bis Mi. 1. Juli).'],
    [{ discountType: 'absolute', value: 200 }, '2-€-Gutschein bei jedem Partner (bis Mi. 1. Juli).'],
    [{ discountType: 'absolute', value: 250 }, '2,50-€-Gutschein bei jedem Partner (bis Mi. 1. Juli).'],
    [{ discountType: 'override', value: 500 }, 'Gutschein bei jedem Partner: alles für 5\u00a0€ (bis Mi. 1. Juli).'],
  ] as const)('promises no price where the diner has to redeem it: %j', (discountFields, expectedText) => {
    renderDiscountLine([{ ...rebateOfAllPartners, forAllMeals: false, ...discountFields }]);
    expect(
      screen.getByText((_, element) => element?.textContent === expectedText && element.tagName === 'SPAN'),
    ).toBeVisible();
    expect(screen.queryByText(/weniger/)).not.toBeInTheDocument();
  });

  it('is not counted, and stands below the place’s own tickets', async () => {
    const { user } = renderDiscountLine([rebateOfAllPartners, {}]);
    expect(discountLineButton()).not.toHaveAccessibleName(/weiter/);
    expect(screen.queryByText(/Wie bei jedem Partner/)).not.toBeInTheDocument();
    await user.click(discountLineButton());
    expect(screen.getByText(/Wie bei jedem Partner/)).toBeVisible();
  });

  it.each([{ type: 'giftcard' }, { restaurantRef: 'elbkantine' }, { mealRef: 'suppe' }] as const)(
    'is a ticket when it is a voucher or bound to something: %j',
    async (discountFields) => {
      await openDiscountLine([{ ...rebateOfAllPartners, ...discountFields }]);
      expect(screen.getAllByRole('listitem')).toHaveLength(1);
      expect(screen.queryByText(/Wie bei jedem Partner/)).not.toBeInTheDocument();
    },
  );
});

it('shows nothing without discounts', () => {
  expect(renderDiscountLine([]).container).toBeEmptyDOMElement();
});
