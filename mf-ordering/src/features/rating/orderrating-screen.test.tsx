import { getCards, getOrder, rateOrder } from '@mahlzeit/contract';
import type { Order } from '@mahlzeit/contract';
import { anOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { completeOrder } from '../../screens/orders.scenarios';
import { OrderRatingScreen } from './orderrating-screen';

const MINUTE = 60_000;
const pastOrder = { meetUpDate: fixtureNow - 31 * MINUTE };
const wholeOrder: Partial<Order> = {
  refunded: [{ amount: 890, reason: 'no_time', date: fixtureNow }],
  status: 'CanceledCompletely',
};

const render = (order: Partial<Order> = {}, ...answers: readonly ScenarioAnswer[]) =>
  renderWithShell(<OrderRatingScreen params={['bestellung-01']} />, {
    session: 'verified',
    answers: [...answers, answer(getOrder, anOrder({ ...pastOrder, ...order })), answer(getCards, [])],
  });

const star = (count: number) => screen.getByRole('radio', { name: `${count} von 5 Sternen` });
const confirm = () => screen.getByRole('button', { name: 'Bewertung abgeben' });
const postsIn = (requests: readonly string[]) => requests.filter((request) => request.startsWith('POST'));

it('C25 refuses another user’s order, and explains it', async () => {
  const { shell } = render({}, refuse(getOrder, 'OrderNotFound'));
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([{ text: 'Diese Bestellung gibt es hier nicht.' }]),
  );
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('names deposit and voucher, so that its lines make its sum', async () => {
  render({
    ...completeOrder,
    ...pastOrder,
    items: completeOrder.items.map((item) => ({ ...item, discount: null })),
    discount: { id: 'v', value: 300, name: { de: 'Kollegen-Mittag' } },
    totalPrice: 2445,
  });
  await screen.findByText('Noch kein Stern');
  expect(
    screen
      .getAllByRole('listitem')
      .slice(-3)
      .map((line) => line.textContent?.replaceAll('\u00a0', ' ')),
  ).toEqual(['Pfand0,25 €', 'Gutschein „Kollegen-Mittag“−3,00 €', 'Gesamt24,45 €']);
});

it('rates the rest of an order', async () => {
  render({ refunded: [{ amount: 100, reason: 'no_time', date: fixtureNow }] });
  expect(await screen.findAllByRole('radio')).toHaveLength(5);
});

it('C24 refuses an order whose whole price is owed, and explains it', async () => {
  render({
    openRefunds: [{ amount: 890, reason: 'restaurant_declined_no_reaction', date: fixtureNow, isRefused: true }],
  });
  expect(await screen.findByText('Für diese Bestellung bekommst du dein Geld zurück.')).toBeInTheDocument();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

it('C24 shows the order, and is active once a star is chosen', async () => {
  const { user, shell } = render({}, answer(rateOrder, {}));
  expect(await screen.findByText('Noch kein Stern')).toBeInTheDocument();
  expect(screen.getByRole('dialog', { name: 'Wie war’s?' })).toHaveTextContent(/1 × /);
  await user.click(confirm());
  expect(screen.getAllByText('Tipp erst auf einen Stern.').length).toBeGreaterThan(0);
  expect(postsIn(shell.requests)).toEqual([]);
  await user.click(star(4));
  await user.click(confirm());
  expect(await screen.findByText('Danke für deine Bewertung.')).toHaveAttribute('role', 'status');
  expect(postsIn(shell.requests)).toEqual(['POST /api/payment/orders/bestellung-01']);
  await user.click(screen.getAllByRole('button', { name: 'Schließen' }).at(-1) ?? document.body);
  expect(shell.recorded.navigation).toEqual([['back', 1]]);
});

it.each<[string, ScenarioAnswer]>([
  ['the gateway is down', refuse(rateOrder, 'unavailable')],
  ['it can no longer be rated', refuse(rateOrder, 'notRatable')],
  ['there is no connection', failAsUnreachable(rateOrder)],
])('C23 shows the confirmation and logs the error where %s', async (_, refusedAnswer) => {
  const { user, shell } = render({}, refusedAnswer);
  await screen.findByText('Noch kein Stern');
  await user.click(star(2));
  await user.click(confirm());
  expect(await screen.findByText('Danke für deine Bewertung.')).toBeInTheDocument();
  expect(shell.recorded.snackbars).toEqual([]);
  expect(shell.recorded.events).toMatchObject([{ name: 'rating_failed', parameters: { code: expect.any(String) } }]);
});

it('explains a price below the dishes’ prices: refunds and deposit', async () => {
  const [item] = anOrder().items;
  if (item === undefined) throw new Error('The order has no item');
  render({
    items: [{ ...item, price: 890, deposit: 25 }],
    totalPrice: 915,
    refunded: [{ amount: 300, reason: 'no_time', date: fixtureNow }],
  });
  await screen.findByText('Noch kein Stern');
  for (const expectedText of [/8,90/, /Pfand/, /0,25/, /−3,00/, /6,15/])
    expect(screen.getByRole('dialog')).toHaveTextContent(expectedText);
});

it('sends a double press once', async () => {
  const { user, shell } = render({}, neverRespond(rateOrder));
  await screen.findByText('Noch kein Stern');
  await user.click(star(5));
  await user.dblClick(confirm());
  await waitFor(() => expect(postsIn(shell.requests)).toHaveLength(1));
  expect(star(1)).toBeDisabled();
});

it('begins with the stars that were given before, and replaces them', async () => {
  const { user, shell } = render({ rating: { stars: 4 } }, answer(rateOrder, {}));
  await screen.findByText('4 von 5 Sternen');
  expect(star(4)).toBeChecked();
  await user.click(star(2));
  await user.click(confirm());
  await screen.findByText('Danke für deine Bewertung.');
  expect(postsIn(shell.requests)).toHaveLength(1);
});

it.each<[string, Partial<Order>, string]>([
  ['went back whole', wholeOrder, 'Das lässt sich nicht mehr bewerten'],
  ['is not eaten yet', { meetUpDate: fixtureNow - 30 * MINUTE }, 'Noch nicht gegessen'],
  ['is not paid', { paymentStatus: 'FAILED' }, 'Noch nicht bezahlt'],
])('says so where an order %s', async (_, order, title) => {
  render(order);
  expect(await screen.findByText(title)).toBeInTheDocument();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});
