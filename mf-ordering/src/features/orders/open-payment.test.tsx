import { abandonOrder, captureOrder, getCards, getOrder, getRestaurant, meTopic } from '@mahlzeit/contract';
import type { Order } from '@mahlzeit/contract';
import { anOrder, aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { OrderDetailsSheet } from './order-details-sheet';

const renderOpenOrder = (paymentOption: Order['paymentOption'], ...answers: readonly ScenarioAnswer[]) =>
  renderWithShell(<OrderDetailsSheet orderKey="bestellung-01" />, {
    session: 'verified',
    topics: { [meTopic]: {} },
    answers: [
      ...answers,
      answer(getOrder, anOrder({ paymentStatus: 'CREATED', payInId: 'zahlung-01', paymentOption })),
      answer(getCards, []),
      answer(getRestaurant, aRestaurant({ key: 'elbkantine' })),
    ],
  });

const finishButton = () => screen.findByRole('button', { name: 'Freigegebene Zahlung abschließen' });
const giveUpButton = () => screen.findByRole('button', { name: 'Zahlung aufgeben' });

it('finishes a payment that was approved on another device', async () => {
  const { user } = renderOpenOrder('paypal', answer(captureOrder, anOrder()));
  await user.click(await finishButton());
  expect(await screen.findByText('Deine Bestellnummer')).toBeInTheDocument();
});

it('offers nothing to finish where the bank takes the money by itself', async () => {
  renderOpenOrder('card');
  expect(await giveUpButton()).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Freigegebene Zahlung abschließen' })).not.toBeInTheDocument();
});

it('gives a payment up', async () => {
  const { user } = renderOpenOrder('card', answer(abandonOrder, anOrder({ paymentStatus: 'FAILED' })));
  await user.click(await giveUpButton());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Zahlung aufgeben' })).not.toBeInTheDocument());
});

it('sends one request for two presses', async () => {
  const { user, shell } = renderOpenOrder('paypal', neverRespond(captureOrder));
  await user.dblClick(await finishButton());
  expect(shell.requests.filter((request) => request.includes('zahlung-01'))).toHaveLength(1);
});

it('reports a refusal, and keeps the order as it is', async () => {
  const { user, shell } = renderOpenOrder('card', refuse(abandonOrder, 'providerUnavailable'));
  await user.click(await giveUpButton());
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
  expect(await giveUpButton()).toBeEnabled();
});
