import { getCards, getOrder, rateOrder } from '@mahlzeit/contract';
import type { Order } from '@mahlzeit/contract';
import { anOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { completeOrder } from '../../screens/orders.scenarios';
import { OrderRatingScreen } from './orderrating-screen';

const MINUTE_MS = 60_000;

afterEach(() => window.localStorage.clear());

const pastOrderFields = { meetUpDate: fixtureNow - 31 * MINUTE_MS };
const fullOrderFields: Partial<Order> = {
  refunded: [{ amount: 890, reason: 'no_time', date: fixtureNow }],
  status: 'CanceledCompletely',
};

const renderRating = (order: Partial<Order> = {}, ...answers: readonly ScenarioAnswer[]) =>
  renderWithShell(<OrderRatingScreen params={['bestellung-01']} />, {
    session: 'verified',
    answers: [...answers, answer(getOrder, anOrder({ ...pastOrderFields, ...order })), answer(getCards, [])],
  });

const getStarRadio = (starCount: number) => screen.getByRole('radio', { name: `${starCount} von 5 Sternen` });
const getConfirmButton = () => screen.getByRole('button', { name: 'Bewertung abgeben' });
const postRequestsIn = (requests: readonly string[]) => requests.filter((request) => request.startsWith('POST'));

it('C25 refuses another user’s order, and explains it', async () => {
  const { shell } = renderRating({}, refuse(getOrder, 'OrderNotFound'));
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([{ text: 'Diese Bestellung gibt es hier nicht.' }]),
  );
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('names deposit and voucher, so that its lines make its sum', async () => {
  renderRating({
    ...completeOrder,
    ...pastOrderFields,
    items: completeOrder.items.map((item) => ({ ...item, discount: null })),
    discount: { id: 'v', value: 300, name: { de: 'Kollegen-Mittag' } },
    totalPrice: 2445,
  });
  await screen.findByText('Noch kein Stern');
  expect(
    screen
      .getAllByRole('listitem')
      .slice(-3)
      .map((listLine) => listLine.textContent?.replaceAll('\u00a0', ' ')),
  ).toEqual(['Pfand0,25 €', 'Gutschein „Kollegen-Mittag“−3,00 €', 'Gesamt24,45 €']);
});

it('rates the rest of an order', async () => {
  renderRating({ refunded: [{ amount: 100, reason: 'no_time', date: fixtureNow }] });
  expect(await screen.findAllByRole('radio')).toHaveLength(5);
});

it('C24 refuses an order whose whole price is owed, and explains it', async () => {
  renderRating({
    openRefunds: [{ amount: 890, reason: 'restaurant_declined_no_reaction', date: fixtureNow, isRefused: true }],
  });
  expect(await screen.findByText('Für diese Bestellung bekommst du dein Geld zurück.')).toBeInTheDocument();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

it('C24 shows the order, and is active once a star is chosen', async () => {
  const { user, shell } = renderRating({}, answer(rateOrder, {}));
  expect(await screen.findByText('Noch kein Stern')).toBeInTheDocument();
  expect(screen.getByRole('dialog', { name: 'Wie war’s?' })).toHaveTextContent(/1 × /);
  await user.click(getConfirmButton());
  expect(screen.getAllByText('Tipp erst auf einen Stern.').length).toBeGreaterThan(0);
  expect(postRequestsIn(shell.requests)).toEqual([]);
  await user.click(getStarRadio(4));
  await user.click(getConfirmButton());
  expect(await screen.findByText('Danke für deine Bewertung.')).toHaveAttribute('role', 'status');
  expect(postRequestsIn(shell.requests)).toEqual(['POST /api/payment/orders/bestellung-01']);
  await user.click(screen.getAllByRole('button', { name: 'Schließen' }).at(-1) ?? document.body);
  expect(shell.recorded.navigation).toEqual([['back', 1]]);
});

it.each<[string, ScenarioAnswer]>([
  ['it can no longer be rated', refuse(rateOrder, 'notRatable')],
  ['the user doesn’t have the order any more', refuse(rateOrder, 'OrderNotFound')],
])('C23 shows the confirmation and logs the error where %s', async (_, refusedAnswer) => {
  const { user, shell } = renderRating({}, refusedAnswer);
  await screen.findByText('Noch kein Stern');
  await user.click(getStarRadio(2));
  await user.click(getConfirmButton());
  expect(await screen.findByText('Danke für deine Bewertung.')).toBeInTheDocument();
  expect(shell.recorded.snackbars).toEqual([]);
  expect(shell.recorded.events).toMatchObject([{ name: 'rating_failed', parameters: { code: expect.any(String) } }]);
});

it.each<[string, ScenarioAnswer]>([
  ['the gateway is down', refuse(rateOrder, 'unavailable')],
  ['there is no connection', failAsUnreachable(rateOrder)],
])('says that a rating waits where %s, and begins with it at the next visit', async (_, missingAnswer) => {
  const { user, shell, unmount } = renderRating({}, missingAnswer);
  await screen.findByText('Noch kein Stern');
  await user.click(getStarRadio(2));
  await user.click(getConfirmButton());
  expect(await screen.findByText(/Sie geht raus, sobald/)).toHaveAttribute('role', 'status');
  expect(shell.recorded.events).toEqual([]);
  unmount();
  shell.stop();
  renderRating({}, failAsUnreachable(rateOrder));
  expect(await screen.findByText('2 von 5 Sternen')).toBeInTheDocument();
});

it('explains a price below the dishes’ prices: refunds and deposit', async () => {
  const [item] = anOrder().items;
  if (item === undefined) throw new Error('The order has no item');
  renderRating({
    items: [{ ...item, price: 890, deposit: 25 }],
    totalPrice: 915,
    refunded: [{ amount: 300, reason: 'no_time', date: fixtureNow }],
  });
  await screen.findByText('Noch kein Stern');
  for (const expectedText of [/8,90/, /Pfand/, /0,25/, /−3,00/, /6,15/])
    expect(screen.getByRole('dialog')).toHaveTextContent(expectedText);
});

it('sends a double press once', async () => {
  const { user, shell } = renderRating({}, neverRespond(rateOrder));
  await screen.findByText('Noch kein Stern');
  await user.click(getStarRadio(5));
  await user.dblClick(getConfirmButton());
  await waitFor(() => expect(postRequestsIn(shell.requests)).toHaveLength(1));
  expect(getStarRadio(1)).toBeDisabled();
});

it('begins with the stars that were given before, and replaces them', async () => {
  const { user, shell } = renderRating({ rating: { stars: 4 } }, answer(rateOrder, {}));
  await screen.findByText('4 von 5 Sternen');
  expect(getStarRadio(4)).toBeChecked();
  await user.click(getStarRadio(2));
  await user.click(getConfirmButton());
  await screen.findByText('Danke für deine Bewertung.');
  expect(postRequestsIn(shell.requests)).toHaveLength(1);
});

it.each<[string, Partial<Order>, string]>([
  ['went back whole', fullOrderFields, 'Das lässt sich nicht mehr bewerten'],
  ['is not eaten yet', { meetUpDate: fixtureNow - 30 * MINUTE_MS }, 'Noch nicht gegessen'],
  ['is not paid', { paymentStatus: 'FAILED' }, 'Noch nicht bezahlt'],
])('says so where an order %s', async (_, order, expectedTitle) => {
  renderRating(order);
  expect(await screen.findByText(expectedTitle)).toBeInTheDocument();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});
