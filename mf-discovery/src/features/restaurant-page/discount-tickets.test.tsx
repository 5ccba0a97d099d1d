import type { Discount } from '@mahlzeit/contract';
import { aDiscount, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { render, screen } from '@testing-library/react';
import { installBrowserDoubles } from '../../browser-doubles';
import { DiscountTickets } from './discount-tickets';

const day = 86_400_000;

const show = (discounts: Partial<Discount>[]) =>
  render(<DiscountTickets place={aRestaurant()} deals={{ now: fixtureNow, discounts: discounts.map((fields, index) => aDiscount({ key: `d${index}`, ...fields })) }} />);

beforeEach(() => void installBrowserDoubles());

it('say what is saved, by what and until when', () => {
  show([{ discountType: 'percent', value: 20 }]);
  expect(screen.getByRole('list', { name: 'Rabatte' })).toHaveTextContent(/−20\s%Sommergruß.*Zwei Euro weniger.*Aktion · bis Mi. 1. Juli/);
});

it('take the hint of who gave it for the end', () => {
  show([{ expiryHint: 'nur solange der Vorrat reicht' }]);
  expect(screen.getByRole('listitem')).toHaveTextContent('Aktion · nur solange der Vorrat reicht');
});

it('T15 say when one begins that can not be redeemed yet', () => {
  show([{ start: fixtureNow + 3 * day }]);
  expect(screen.getByRole('listitem')).toHaveTextContent('ab Sa. 27. Juni');
});

it('are not shown where there are none', () => {
  expect(show([]).container).toBeEmptyDOMElement();
});

it.each([
  ['several on a phone', { count: 2, isWide: false, isReached: true }],
  ['one', { count: 1, isWide: false, isReached: false }],
  ['several where all have room', { count: 2, isWide: true, isReached: false }],
])('are reached by the keyboard where they have to be pushed: %s', (_case, { count, isWide, isReached }) => {
  installBrowserDoubles({ isWide });
  show(Array.from({ length: count }, () => ({})));
  expect(screen.getByRole('list', { name: 'Rabatte' }).hasAttribute('tabindex')).toBe(isReached);
});
