import { getCards, getOrder, getReceipt } from '@mahlzeit/contract';
import type { Order } from '@mahlzeit/contract';
import { anOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { completeOrder } from '../../screens/orders.scenarios';
import { ReceiptScreen } from './receipt-screen';

const renderReceiptScreen = (order: Partial<Order> = {}, ...answers: readonly ScenarioAnswer[]) =>
  renderWithShell(<ReceiptScreen params={['bestellung-01']} />, {
    session: 'verified',
    answers: [...answers, answer(getOrder, anOrder({ ...completeOrder, ...order })), answer(getCards, [])],
  });

const textContentOf = (element: HTMLElement): string => (element.textContent ?? '').replaceAll('\u00a0', ' ');
const rowTextsOf = (regionName: string) =>
  within(screen.getByRole('region', { name: regionName }))
    .getAllByRole('row')
    .map(textContentOf);

it('C25 refuses another user’s order, and explains it', async () => {
  const { shell } = renderReceiptScreen({}, refuse(getOrder, 'OrderNotFound'));
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([{ text: 'Diese Bestellung gibt es hier nicht.' }]),
  );
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('names seller, numbers, days, dishes, deposit, and the VAT of each rate', async () => {
  renderReceiptScreen();
  expect(await screen.findByRole('region', { name: 'Verkauft von' })).toHaveTextContent(/Manufaktur.+\d{5} /);
  const receiptFacts = screen.getByRole('region', { name: 'Bestellung' });
  for (const expectedText of ['M-1042', '24. Juni 2026, 11:30', '24. Juni 2026, 12:30', 'Karte'])
    expect(receiptFacts).toHaveTextContent(expectedText);
  expect(
    within(screen.getByRole('region', { name: 'Gekauft' }))
      .getAllByRole('listitem')
      .map(textContentOf),
  ).toEqual([
    expect.stringMatching(/^2 × .*21,80 €je 11,90 €Rabatt −2,00 €$/),
    '1 × Apfelschorle vom Bodensee3,40 €',
    '1 × Pfand0,25 €',
    'Gesamt25,45 €',
  ]);
  expect(rowTextsOf('Enthaltene Mehrwertsteuer')).toEqual([
    'SatzNettoMwSt.Brutto',
    '7 %20,37 €1,43 €21,80 €',
    '19 %3,07 €0,58 €3,65 €',
    'Zusammen23,44 €2,01 €25,45 €',
  ]);
  expect(screen.getByText('Testbeleg: Es ist kein echtes Geld geflossen.')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Erstattet' })).not.toBeInTheDocument();
});

it.each([
  ['is called otherwise by now', completeOrder.restaurant],
  ['is gone', null],
])('keeps the seller of then where the place %s', async (_caseName, restaurant) => {
  renderReceiptScreen({
    restaurant,
    seller: {
      name: 'Alsterblick',
      address: { placeId: null, street: 'Neuer Weg', streetNumber: '9', postalCode: '20095', locality: 'Hamburg' },
    },
  });
  expect(await screen.findByRole('region', { name: 'Verkauft von' })).toHaveTextContent(
    /Alsterblick.*Neuer Weg 9.*20095 Hamburg$/,
  );
});

it('shows the refunds, the final price and its VAT', async () => {
  renderReceiptScreen({
    status: 'CanceledPartly',
    refunded: [{ amount: 365, reason: 'mistake', date: fixtureNow }],
    items: completeOrder.items.map((item, index) => ({ ...item, refundedAmount: index })),
  });
  const refundRegion = await screen.findByRole('region', { name: 'Erstattet' });
  expect(within(refundRegion).getAllByRole('listitem').map(textContentOf)).toEqual([
    'Versehen, 24. Juni 2026−3,65 €',
    'Bezahlt nach Erstattung21,80 €',
  ]);
  expect(rowTextsOf('Mehrwertsteuer nach Erstattung')[1]).toBe('7 %20,37 €1,43 €21,80 €');
});

it('C19 shows no VAT after a full refund', async () => {
  renderReceiptScreen({
    status: 'CanceledCompletely',
    refunded: [{ amount: 2545, reason: 'mistake', date: fixtureNow }],
  });
  const refundRegion = await screen.findByRole('region', { name: 'Erstattet' });
  expect(within(refundRegion).getAllByRole('listitem').map(textContentOf)).toEqual([
    'Versehen, 24. Juni 2026−25,45 €',
    'Bezahlt nach Erstattung0,00 €',
  ]);
  expect(rowTextsOf('Mehrwertsteuer nach Erstattung').slice(1)).toEqual([
    '7 %0,00 €0,00 €0,00 €',
    '19 %0,00 €0,00 €0,00 €',
    'Zusammen0,00 €0,00 €0,00 €',
  ]);
});

it.each([
  [true, 'Abholung am'],
  [false, 'Essenszeit'],
])('says when it is to be had, never that it was: taken away %s', async (isTakeAway, expectedLabel) => {
  renderReceiptScreen({ isTakeAway });
  expect(await screen.findByText(expectedLabel)).toBeInTheDocument();
});

it('loads its file once at a time, and reports a failure', async () => {
  const { user, shell } = renderReceiptScreen(
    {},
    answer(getReceipt, { bytes: new Uint8Array([37]), name: 'beleg.pdf' }),
  );
  const downloadClickSpy = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.dblClick(await screen.findByRole('button', { name: 'PDF laden' }));
  await waitFor(() => expect(downloadClickSpy).toHaveBeenCalledTimes(1));
  expect(shell.requests.filter((request) => request.endsWith('receipt.pdf'))).toHaveLength(1);
  shell.use(refuse(getReceipt, 'unavailable'));
  await user.click(screen.getByRole('button', { name: 'PDF laden' }));
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([
      { tone: 'error', text: 'Der Beleg lädt gerade nicht. Versuch es gleich noch einmal.' },
    ]),
  );
  downloadClickSpy.mockRestore();
});

it.each([
  ['OrderNotFound', 'Diese Bestellung gibt es hier nicht.'],
  ['unpaid', 'Einen Beleg gibt es, sobald deine Bestellung bezahlt ist.'],
  ['ErrorTooManyAttempts', 'Das war zu oft hintereinander. Warte eine Minute und versuch es noch einmal.'],
] as const)('says why there is no file: %s', async (errorCode, expectedText) => {
  const { user, shell } = renderReceiptScreen({}, refuse(getReceipt, errorCode));
  await user.click(await screen.findByRole('button', { name: 'PDF laden' }));
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: expectedText }]));
});

it('has no file when its seller is unknown, and explains it', async () => {
  renderReceiptScreen({ restaurant: null, seller: null });
  expect(
    await screen.findByText('Wer das verkauft hat, wissen wir nicht mehr. Darum gibt es diesen Beleg nicht als PDF.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'PDF laden' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Drucken' })).toBeInTheDocument();
});

it('is printed', async () => {
  const { user } = renderReceiptScreen();
  const printSpy = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  await user.click(await screen.findByRole('button', { name: 'Drucken' }));
  expect(printSpy).toHaveBeenCalledTimes(1);
  printSpy.mockRestore();
});

it.each(['UNKNOWN', 'CREATED', 'FAILED'] as const)(
  'is not there before the order is paid: %s',
  async (paymentStatus) => {
    renderReceiptScreen({ paymentStatus });
    expect(await screen.findByRole('heading', { name: 'Noch kein Beleg' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'PDF laden' })).not.toBeInTheDocument();
  },
);
