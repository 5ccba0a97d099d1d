import { getOrder, updateOrderStatus } from '@mahlzeit/contract';
import { anOrder } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { MINUTE_MS, renderOrderDetails } from './fake-order-details';

describe('an order whose payment is not through', () => {
  it('C25 says that the status is unknown and not to order again; a check shows the provider’s answer', async () => {
    const { user } = renderOrderDetails({ paymentStatus: 'UNKNOWN' }, answer(updateOrderStatus, anOrder()));
    expect(await screen.findByText('Wir wissen es noch nicht')).toBeInTheDocument();
    expect(screen.getByText(/Bestell bitte nicht noch einmal/)).toBeInTheDocument();
    expect(screen.queryByText('Deine Bestellnummer')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Jetzt nachsehen' }));
    expect(await screen.findByText('Deine Bestellnummer')).toBeInTheDocument();
  });

  it('C25 asks the provider once for two presses before its answer', async () => {
    const { user, shell } = renderOrderDetails({ paymentStatus: 'UNKNOWN' }, neverRespond(updateOrderStatus));
    await user.dblClick(await screen.findByRole('button', { name: 'Jetzt nachsehen' }));
    expect(shell.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
  });

  it('reports that the provider can’t be reached', async () => {
    const { user, shell } = renderOrderDetails(
      { paymentStatus: 'CREATED' },
      refuse(updateOrderStatus, 'providerUnavailable'),
    );
    await user.click(await screen.findByRole('button', { name: 'Jetzt nachsehen' }));
    // The order may be paid already, so the text must not ask the diner to pay again.
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Der Zahlungsdienst ist gerade nicht erreichbar. Sieh gleich noch einmal nach.' },
      ]),
    );
  });

  it('loads the order again each minute, as no topic reports a failed payment', async () => {
    const { shell } = renderOrderDetails(
      {},
      answer(getOrder, anOrder({ paymentStatus: 'CREATED' }), anOrder({ paymentStatus: 'FAILED' })),
    );
    await screen.findByText('Wir wissen es noch nicht');
    shell.advance(MINUTE_MS);
    expect(await screen.findByText('Du zahlst nichts')).toBeInTheDocument();
    shell.advance(MINUTE_MS);
    expect(shell.requests.filter((request) => request === 'GET /api/payment/orders/bestellung-01')).toHaveLength(2);
  });
});

describe('an order that came to nothing', () => {
  it.each([
    [
      false,
      'Du zahlst nichts',
      'Diese Bestellung kam nicht zustande, das Lokal weiß nichts davon. Ist Geld abgegangen, kommt es von selbst ganz zurück.',
    ],
    [
      true,
      'Erstattung unterwegs',
      'Deine Zahlung kam an, aber die Bestellung ging nicht mehr. Du bekommst dein Geld zurück.',
    ],
  ])('says what becomes of the money: taken %s', async (isPaidInVain, expectedTitle, expectedText) => {
    renderOrderDetails({ paymentStatus: 'FAILED', isPaidInVain });
    expect(await screen.findByText(expectedTitle)).toBeInTheDocument();
    expect(screen.getByText(expectedText)).toBeInTheDocument();
    expect(screen.queryByText(/nichts bezahlt/)).not.toBeInTheDocument();
  });
});
