import { refundPartnerOrder } from '@mahlzeit/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import { answer, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { acceptButton, julesOrder, START_INSTANT_MS, openConsole } from '../../testing/fake-console';

beforeEach(() => localStorage.clear());

describe('giving money back', () => {
  const refundedOrder = {
    ...julesOrder,
    refunded: [{ amount: 1090, reason: 'restaurant_declined_sold_out' as const, date: START_INSTANT_MS }],
  };
  const chooseRefund = async (user: ReturnType<typeof userEvent.setup>, amountLabel: RegExp): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: amountLabel }));
    await user.click(screen.getByLabelText('Ausverkauft'));
  };
  const confirmRefund = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
    await user.click(screen.getByRole('button', { name: /erstatten E$|erstatten$/ }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /erstatten$/ }));
  };

  it('asks once more, names the line, and shows what is left', async () => {
    const { partner, user } = openConsole({
      orders: [julesOrder],
      answers: [answer(refundPartnerOrder, refundedOrder)],
    });
    await chooseRefund(user, /1\s×\sKäsespätzle, 10,90/);
    expect(screen.getByText(/höchstens 18,80/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /10,90\s€ erstatten/ }));
    expect(screen.getByText(/Jule P. bekommt 10,90\s€ zurück. Grund: Ausverkauft./)).toBeInTheDocument();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /10,90\s€ erstatten/ }));
    expect(await screen.findByText(/10,90\s€ gehen an Jule P. zurück/)).toBeInTheDocument();
    expect(screen.getByText(/höchstens 7,90/)).toBeInTheDocument();
    const refundBody: unknown = await partner.sent.find(({ url }) => url.endsWith('/refund'))?.json();
    expect(refundBody).toEqual({
      amount: 1090,
      reason: 'restaurant_declined_sold_out',
      items: [{ key: 'zeile-01', amount: 1 }],
    });
  });

  it.each([
    ['wide', true],
    ['narrow', false],
  ])('keeps what was begun when the window is turned, from a %s one and back', async (_, isInitiallyWide) => {
    const { user, turn } = openConsole({ orders: [julesOrder] }, { isWide: isInitiallyWide });
    if (!isInitiallyWide) await user.click(await screen.findByRole('button', { name: /K417/, expanded: false }));
    await user.click(await screen.findByRole('button', { name: 'Anderer Betrag' }));
    await user.type(screen.getByLabelText('Betrag in Euro'), '4,5');
    await user.click(screen.getByLabelText('Ausverkauft'));
    for (const isWideNow of [!isInitiallyWide, isInitiallyWide]) {
      turn(isWideNow);
      expect(screen.getByLabelText('Betrag in Euro')).toHaveValue('4,5');
      expect(screen.getByLabelText('Ausverkauft')).toBeChecked();
    }
    await user.type(screen.getByLabelText('Betrag in Euro'), '0');
    expect(screen.getByRole('button', { name: /^4,50\s€ erstatten/ })).toBeInTheDocument();
  });

  it('says “der Gast” where nobody knows a name', async () => {
    const anonymousOrderFields = { customer: '' };
    const { user } = openConsole({
      orders: [{ ...julesOrder, ...anonymousOrderFields }],
      answers: [answer(refundPartnerOrder, { ...refundedOrder, ...anonymousOrderFields })],
    });
    await chooseRefund(user, /1\s×\sKäsespätzle, 10,90/);
    await user.click(screen.getByRole('button', { name: /10,90\s€ erstatten/ }));
    expect(screen.getByText(/^Der Gast bekommt 10,90\s€ zurück\. Grund: Ausverkauft\./)).toBeInTheDocument();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /10,90\s€ erstatten/ }));
    expect(await screen.findByText(/^10,90\s€ gehen an den Gast zurück\.$/)).toBeInTheDocument();
  });

  it('sends a retry after a silence under the same key, another refund under another one', async () => {
    const { partner, user } = openConsole({ orders: [julesOrder], answers: [failAsUnreachable(refundPartnerOrder)] });
    await chooseRefund(user, /Alles, 18,80/);
    await confirmRefund(user);
    await screen.findByText(/Keine Verbindung/);
    expect(screen.getByText(/Wird geprüft: 18,80\s€, Grund: Ausverkauft/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Kein Platz')).not.toBeInTheDocument();
    partner.use(answer(refundPartnerOrder, refundedOrder));
    await user.click(screen.getByRole('button', { name: /Noch einmal fragen/ }));
    await user.click(await screen.findByRole('button', { name: /^Alles, / }));
    await user.click(screen.getByLabelText('Kein Platz'));
    await user.click(screen.getByRole('button', { name: /erstatten E$|erstatten$/ }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /erstatten$/ }));
    await waitFor(() => expect(partner.sent.filter(({ url }) => url.endsWith('/refund'))).toHaveLength(3));
    const [firstRequestKey, secondRequestKey, thirdRequestKey] = partner.sent
      .filter(({ url }) => url.endsWith('/refund'))
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(firstRequestKey).toBe(secondRequestKey);
    expect(thirdRequestKey).not.toBe(firstRequestKey);
  });

  it('can’t be changed while it is under way: a second click of the confirmation falls on nothing', async () => {
    const { user } = openConsole({ orders: [julesOrder], answers: [neverRespond(refundPartnerOrder)] });
    await chooseRefund(user, /1\s×\sKäsespätzle, 10,90/);
    await confirmRefund(user);
    expect(screen.getByText(/10,90\s€ werden erstattet. Grund: Ausverkauft/)).toBeInTheDocument();
    expect(screen.queryByRole('radio', { name: 'Ausverkauft' })).not.toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Wie viel geht zurück?' })).not.toBeInTheDocument();
  });

  it('is under way until it is answered, though the order tells sooner how it went: nothing is begun that its answer would take away', async () => {
    const { partner, user } = openConsole({ orders: [julesOrder], answers: [neverRespond(refundPartnerOrder)] });
    await chooseRefund(user, /1\s×\sKäsespätzle, 10,90/);
    await confirmRefund(user);
    partner.putOrder(refundedOrder);
    expect(screen.getByText('Bleibt').closest('li')).toHaveTextContent(/7,90/);
    expect(screen.queryByRole('group', { name: 'Wie viel geht zurück?' })).not.toBeInTheDocument();
  });

  it('is settled once the order tells how it went, by whatever way', async () => {
    const { partner, user } = openConsole({
      orders: [julesOrder],
      answers: [refuse(refundPartnerOrder, 'providerUnavailable')],
    });
    await chooseRefund(user, /1\s×\sKäsespätzle, 10,90/);
    await confirmRefund(user);
    // The form must say that the refund is under way, and must not show a failure meanwhile.
    expect(await screen.findByText(/ist unterwegs.*nichts anderes/)).toBeInTheDocument();
    const refundInput = {
      amount: 1090,
      reason: 'restaurant_declined_sold_out' as const,
      date: START_INSTANT_MS,
      isRefused: false,
    };
    partner.putOrder({ ...julesOrder, openRefunds: [refundInput] });
    expect(screen.getByText(/^Wird geprüft, um 11:58: Ausverkauft/)).toBeInTheDocument();
    expect(screen.getByText('Bleibt').closest('li')).toHaveTextContent(/7,90/);
    partner.putOrder(refundedOrder);
    expect(screen.queryByText(/Wird geprüft|ist unterwegs/)).not.toBeInTheDocument();
    expect(screen.getByText(/höchstens 7,90/)).toBeInTheDocument();
    expect(localStorage.getItem('mahlzeit.partner.refunds')).toBe('{}');
  });

  it('that is under way elsewhere is gone from what can go back; one that was refused is not, and says so', async () => {
    const refundInput = {
      amount: 1880,
      reason: 'restaurant_declined_no_reaction' as const,
      date: START_INSTANT_MS,
      isRefused: false,
    };
    const { partner } = openConsole({ orders: [{ ...julesOrder, openRefunds: [refundInput] }] });
    expect(await screen.findByText(/Der Rest ist auf dem Weg zurück/)).toBeInTheDocument();
    expect(screen.getAllByText('Wird erstattet').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'K417 annehmen' })).not.toBeInTheDocument();
    partner.putOrder({ ...julesOrder, openRefunds: [{ ...refundInput, isRefused: true }] });
    expect(
      screen.getByText(
        /^18,80\s€ sind nicht zurückgegangen \(Grund: Keine Antwort vom Lokal\)\. Der Zahlungsdienst hat die Erstattung abgelehnt\.$/,
      ),
    ).toBeInTheDocument();
    expect(screen.getByText(/höchstens 18,80/)).toBeInTheDocument();
  });

  it('that was refused and is asked for anew shows as the new one alone', async () => {
    const refusedRefund = { amount: 1880, reason: 'mistake' as const, date: START_INSTANT_MS, isRefused: true };
    const { user } = openConsole({
      orders: [{ ...julesOrder, openRefunds: [refusedRefund] }],
      answers: [refuse(refundPartnerOrder, 'providerUnavailable')],
    });
    await screen.findByText(/sind nicht zurückgegangen/);
    await chooseRefund(user, /Alles, 18,80/);
    await confirmRefund(user);
    expect(await screen.findByText(/Wird geprüft: 18,80\s€, Grund: Ausverkauft/)).toBeInTheDocument();
    expect(screen.queryByText(/sind nicht zurückgegangen/)).not.toBeInTheDocument();
  });

  it.each([
    [
      'card',
      '001403',
      /^18,80\s€ sind nicht zurückgegangen \(Grund: Ausverkauft\)\. Der Zahlungsdienst erstattet nur elf Monate lang\..* \(Code 001403\)$/,
    ],
    ['paypal', 'TRANSACTION_DISPUTED', /Streitfall\. Warte ab, wie er ausgeht\.$/],
    ['paypal', 'NEVER_SEEN', /\. PayPal hat die Erstattung abgelehnt\.$/],
  ] as const)(
    'C22 that is refused while the console is open says why, without a reload: by %s %s',
    async (paymentOption, errorCode, expectedText) => {
      const { partner } = openConsole({ orders: [{ ...julesOrder, paymentOption }] });
      await acceptButton('K417');
      const refundInput = {
        amount: 1880,
        reason: 'restaurant_declined_sold_out' as const,
        date: START_INSTANT_MS,
        isRefused: false,
      };
      partner.putOrder({ ...julesOrder, paymentOption, openRefunds: [refundInput] });
      expect(screen.queryByText(expectedText)).not.toBeInTheDocument();
      partner.putOrder({
        ...julesOrder,
        paymentOption,
        openRefunds: [{ ...refundInput, isRefused: true, code: errorCode }],
      });
      expect(screen.getByText(expectedText)).toBeInTheDocument();
      partner.putOrder({ ...julesOrder, paymentOption });
      expect(screen.queryByText(expectedText)).not.toBeInTheDocument();
    },
  );

  it('C22 says why it was refused at once, and once alone when its order tells, too', async () => {
    const { partner, user } = openConsole({
      orders: [julesOrder],
      answers: [refuse(refundPartnerOrder, 'mangopay-error', { ResultCode: '005405' })],
    });
    await chooseRefund(user, /Alles, 18,80/);
    await confirmRefund(user);
    const expectedText =
      /^18,80\s€ sind nicht zurückgegangen \(Grund: Ausverkauft\)\. Für diese Erstattung fehlt gerade die Deckung\. .*\(Code 005405\)$/;
    expect(await screen.findByText(expectedText)).toBeInTheDocument();
    const refundInput = { amount: 1880, reason: 'restaurant_declined_sold_out' as const, date: START_INSTANT_MS };
    partner.putOrder({ ...julesOrder, openRefunds: [{ ...refundInput, isRefused: false }] });
    partner.putOrder({ ...julesOrder, openRefunds: [{ ...refundInput, isRefused: true, code: '005405' }] });
    expect(screen.getAllByText(expectedText)).toHaveLength(1);
    // After a refund from another console has succeeded, the failure message of this console must disappear.
    partner.putOrder({ ...julesOrder, refunded: [{ ...refundInput, amount: 1090, date: START_INSTANT_MS + 1 }] });
    expect(screen.queryByText(/nicht zurückgegangen/)).not.toBeInTheDocument();
  });

  it.each([
    ['refundExceedsAmount', /nicht mehr übrig/],
    ['refundOncePerDay', /heute schon erstattet/],
    ['refundWindowExpired', /elf Monate/],
    ['mangopay-error', /Zahlungsdienst hat die Erstattung abgelehnt/],
    ['paypal-error', /PayPal hat die Erstattung abgelehnt/],
    ['providerUnavailable', /ist unterwegs/],
    ['OrderNotCancelable', /nicht mehr erstatten/],
  ] as const)('says %s in German', async (code, expectedText) => {
    const { user } = openConsole({ orders: [julesOrder], answers: [refuse(refundPartnerOrder, code)] });
    await chooseRefund(user, /Alles, 18,80/);
    await confirmRefund(user);
    expect(await screen.findByText(expectedText)).toBeInTheDocument();
  });

  it('takes another amount, and says what is wrong with it', async () => {
    const { user } = openConsole({ orders: [refundedOrder] });
    await user.click(await screen.findByRole('button', { name: 'Anderer Betrag' }));
    const amountField = screen.getByLabelText('Betrag in Euro');
    await user.type(amountField, '7,91');
    expect(screen.getAllByText(/Höchstens 7,90\s€ können noch zurückgehen/).length).toBeGreaterThan(0);
    await user.clear(amountField);
    await user.type(amountField, '4,5');
    await user.click(screen.getByLabelText('Versehen des Gastes'));
    expect(screen.getByRole('button', { name: /4,50\s€ erstatten/ })).not.toHaveAttribute('aria-disabled');
  });

  it('goes by keys: E leads there, and asks once all is chosen', async () => {
    const { user } = openConsole({ orders: [julesOrder] });
    await acceptButton('K417');
    await user.keyboard('e');
    expect(screen.getByRole('button', { name: /Alles, 18,80/ })).toHaveFocus();
    await user.keyboard(' e');
    expect(screen.getByLabelText('Ausverkauft')).toHaveFocus();
    await user.keyboard(' e');
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  });

  it('preselects nothing: neither amount nor reason', async () => {
    openConsole({ orders: [{ ...julesOrder, accepted: true }] });
    const amounts = within(await screen.findByRole('group', { name: 'Wie viel geht zurück?' }));
    expect(amounts.getAllByRole('button').map((button) => button.getAttribute('aria-pressed'))).toEqual(
      amounts.getAllByRole('button').map(() => 'false'),
    );
    expect(screen.queryByRole('radio', { checked: true })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Erstatten/ })).toHaveAccessibleDescription(
      'Wähle, wie viel zurückgeht.',
    );
  });
});

describe('declining', () => {
  const decline = () => screen.findByRole('button', { name: 'Ablehnen: Kein Platz' });

  it('is one tap that gives all back with its reason, and a double tap declines once', async () => {
    const { partner, user } = openConsole({
      orders: [julesOrder],
      answers: [
        answer(refundPartnerOrder, {
          ...julesOrder,
          refunded: [{ amount: 1880, reason: 'restaurant_declined_no_capacity', date: START_INSTANT_MS }],
        }),
      ],
    });
    await user.dblClick(await decline());
    expect(await screen.findByText(/18,80\s€ gehen an Jule P. zurück/)).toBeInTheDocument();
    const refundRequests = partner.sent.filter(({ url }) => url.endsWith('/refund'));
    expect(await Promise.all(refundRequests.map((request) => request.json()))).toEqual([
      { amount: 1880, reason: 'restaurant_declined_no_capacity' },
    ]);
    expect(screen.queryByRole('button', { name: /^Ablehnen/ })).not.toBeInTheDocument();
  });

  it('is possible again after a refusal of the provider', async () => {
    const { user } = openConsole({ orders: [julesOrder], answers: [refuse(refundPartnerOrder, 'mangopay-error')] });
    await user.click(await decline());
    expect(await screen.findByText(/Zahlungsdienst hat die Erstattung abgelehnt/)).toBeInTheDocument();
    expect(await decline()).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('isn’t offered for an accepted order', async () => {
    openConsole({ orders: [{ ...julesOrder, accepted: true }] });
    await screen.findByRole('group', { name: 'Wie viel geht zurück?' });
    expect(screen.queryByRole('button', { name: /^Ablehnen/ })).not.toBeInTheDocument();
  });
});
