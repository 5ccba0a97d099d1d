import { getCards, getOrder, getRestaurant, meTopic } from '@mahlzeit/contract';
import type { Order } from '@mahlzeit/contract';
import { anOrder, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { OrderDetailsSheet } from './order-details-sheet';

export const MINUTE_MS = 60_000;
const debitedCard = {
  mangoPayData: { Id: 'karte-01', Alias: '497010XXXXXX4242', ExpirationDate: '1230', Active: true, Validity: 'VALID' },
  data: { typeAlias: 'VISA' },
} as const;
const commonAnswers = [answer(getCards, [debitedCard]), answer(getRestaurant, aRestaurant({ key: 'elbkantine' }))];

/** Renders the page of an order for a verified member who has paid by card. */
export const renderOrderDetails = (order: Partial<Order> = {}, ...answers: readonly ScenarioAnswer[]) =>
  renderWithShell(<OrderDetailsSheet orderKey="bestellung-01" />, {
    session: 'verified',
    topics: { [meTopic]: {} },
    answers: [...answers, answer(getOrder, anOrder(order)), ...commonAnswers],
  });

/** Returns the text of an element, with ordinary spaces in place of non-breaking ones. */
export const textContentOf = (textElement: HTMLElement | undefined): string =>
  (textElement?.textContent ?? '').replaceAll('\u00a0', ' ');
/** Returns the text of the list item that contains a label. */
export const lineText = (lineLabel: string | RegExp) =>
  textContentOf(screen.getAllByRole('listitem').find((listItem) => within(listItem).queryByText(lineLabel) !== null));
/** Returns the texts of the steps in the order's timeline. */
export const timelineTexts = () =>
  within(screen.getByRole('list', { name: 'Stand der Bestellung' }))
    .getAllByRole('listitem')
    .map(textContentOf);
export const makeRefund = (amount: number, reason: Order['refunded'][number]['reason']) => ({
  amount,
  reason,
  date: fixtureNow + MINUTE_MS,
});
/** Fields of an order of which a part was refunded. */
export const partlyRefundedFields: Partial<Order> = {
  totalPrice: 2300,
  accepted: true,
  status: 'CanceledPartly',
  refunded: [makeRefund(1150, 'too_much_ordered')],
};
