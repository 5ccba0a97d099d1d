import { deactivateCard, finishCardRegistration, getCards, getPaymentUser, setDefaultCard } from '@mahlzeit/contract';
import type { Card } from '@mahlzeit/contract';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { CardsSheet } from './card-list';

const aCard = (cardId: string, typeAlias: Card['data']['typeAlias'], expirationDate = '0828'): Card => ({
  mangoPayData: {
    Id: cardId,
    Alias: `**** ${cardId}`,
    ExpirationDate: expirationDate,
    Active: true,
    Validity: 'VALID',
  },
  data: { typeAlias },
});
const userCards = [
  aCard('4242', 'VISA'),
  aCard('8183', 'MASTERCARD', '0826'),
  aCard('0079', 'MAESTRO', '0526'),
  aCard('0000', null),
];
const invalidCard = {
  ...aCard('7777', 'MASTERCARD'),
  mangoPayData: { ...aCard('7777', 'MASTERCARD').mangoPayData, Validity: 'INVALID' },
};
const payerWith = (defaultCardId: string | null) => ({
  key: 'uid',
  mangoPayData: { Id: 'zahler', defaultCardId },
  firstName: 'Frieda',
  lastName: 'Fuchs',
});

const renderCards = (answers: readonly ScenarioAnswer[] = [], alertAnswer: string | null = null) => {
  const renderedCards = renderWithShell(<CardsSheet isAdding={false} returnedId={null} />, {
    session: 'verified',
    answers: [...answers, answer(getCards, userCards), answer(getPaymentUser, payerWith('4242'))],
  });
  renderedCards.shell.answerNextAlert(alertAnswer);
  return renderedCards;
};

const rowTexts = () => screen.getAllByRole('listitem').map((cardRow) => cardRow.textContent);
const findMenuButton = (cardName: string) => screen.findByRole('button', { name: `Was du mit ${cardName} tun kannst` });

it('lists the cards with how long they are good, and PayPal', async () => {
  renderCards();
  await findMenuButton('Visa •••• 4242');
  // In each row, the text of the brand's logo („VISA“) comes before the brand's name.
  expect(rowTexts()).toEqual([
    'VISAVisa •••• 4242Gültig bis 08/28Standard',
    'Mastercard •••• 8183Läuft im August ab',
    'Maestro •••• 0079Abgelaufen seit 05/26',
    'PayPalPayPalImmer da, Anmeldung bei PayPal',
  ]);
});

it('makes a card the default', async () => {
  const { user, shell } = renderCards([answer(setDefaultCard, {})]);
  await user.click(await findMenuButton('Mastercard •••• 8183'));
  shell.use(answer(getPaymentUser, payerWith('8183')));
  await user.click(await screen.findByRole('button', { name: 'Als Standard nehmen' }));
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([
      { tone: 'success', text: 'Mastercard •••• 8183 ist jetzt Standard.' },
    ]),
  );
  await waitFor(() => expect(rowTexts()[0]).toBe('Mastercard •••• 8183Läuft im August abStandard'));
});

it('marks a card that its bank no longer accepts as invalid, whatever its date, and not as the default', async () => {
  renderCards([answer(getCards, [...userCards, invalidCard]), answer(getPaymentUser, payerWith('7777'))]);
  await findMenuButton('Mastercard •••• 7777');
  expect(rowTexts()).toContain('Mastercard •••• 7777Nicht mehr gültig');
});

it.each([
  ['Visa •••• 4242', 'what is it already'],
  ['Maestro •••• 0079', 'what has expired'],
  ['Mastercard •••• 7777', 'what its bank takes no more'],
])('doesn’t offer %s as the default, %s', async (cardName) => {
  const { user } = renderCards([answer(getCards, [...userCards, invalidCard])]);
  await user.click(await findMenuButton(cardName));
  expect(await screen.findByRole('button', { name: 'Karte entfernen' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Als Standard nehmen' })).not.toBeInTheDocument();
});

it('removes a card once that was confirmed', async () => {
  const { user, shell } = renderCards([answer(deactivateCard, {})], 'remove');
  await user.click(await findMenuButton('Mastercard •••• 8183'));
  shell.use(answer(getCards, userCards.slice(0, 1)));
  await user.click(await screen.findByRole('button', { name: 'Karte entfernen' }));
  await waitFor(() => expect(rowTexts()).toHaveLength(2));
  expect(shell.recorded.alerts).toMatchObject([
    {
      title: 'Karte entfernen?',
      text: 'Mastercard •••• 8183 steht danach nicht mehr zur Wahl. Bezahlte Bestellungen bleiben.',
    },
  ]);
});

it.each([['keep'], [null]])('keeps a card where the answer is %p', async (alertAnswer) => {
  const { user, shell } = renderCards([], alertAnswer);
  await user.click(await findMenuButton('Mastercard •••• 8183'));
  await user.click(await screen.findByRole('button', { name: 'Karte entfernen' }));
  await waitFor(() => expect(shell.recorded.alerts).toHaveLength(1));
  expect(shell.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
});

it.each([
  ['NoCard', 'Diese Karte gibt es nicht mehr. Füg sie neu hinzu, wenn du sie nutzen willst.'],
  ['providerUnavailable', 'Der Zahlungsdienst ist gerade nicht erreichbar. Versuch es gleich noch einmal.'],
] as const)('says why a card could not be removed: %s', async (errorCode, text) => {
  const { user, shell } = renderCards([refuse(deactivateCard, errorCode)], 'remove');
  await user.click(await findMenuButton('Mastercard •••• 8183'));
  await user.click(await screen.findByRole('button', { name: 'Karte entfernen' }));
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error', text }]));
});

describe('where the cards can’t be had', () => {
  it.each<[string, ScenarioAnswer]>([
    ['no connection', failAsUnreachable(getCards)],
    ['a provider that is down', refuse(getCards, 'providerUnavailable')],
  ])('logs %s and doesn’t show it: they can be loaded again', async (_, cardsAnswer) => {
    const { user, shell } = renderCards([cardsAnswer]);
    await user.click(await screen.findByRole('button', { name: 'Karten erneut laden' }));
    expect(
      screen.queryByText('Deine Karten laden gerade nicht. Mit PayPal kannst du bezahlen.'),
    ).not.toBeInTheDocument();
    expect(screen.getByText('Immer da, Anmeldung bei PayPal')).toBeVisible();
    expect(shell.recorded.events.map(({ name }) => name)).toContain('card_listing_failed');
  });

  it('shows an error of an unexpected class', async () => {
    renderCards([refuse(getCards, 'internal')]);
    expect(await screen.findByText('Deine Karten laden gerade nicht. Mit PayPal kannst du bezahlen.')).toBeVisible();
  });

  it('waits for them', async () => {
    renderCards([neverRespond(getCards)]);
    expect(await screen.findByRole('dialog', { name: 'Bezahlen' })).toBeVisible();
    expect(screen.queryByText('Immer da, Anmeldung bei PayPal')).not.toBeInTheDocument();
  });
});

it('continues with a card whose bank has left its frame, and leads back to the list', async () => {
  const { shell } = renderWithShell(<CardsSheet isAdding returnedId="vorab-1" />, {
    session: 'verified',
    answers: [
      answer(finishCardRegistration, {
        Status: 'SUCCEEDED',
        SecureModeReturnURL: null,
        SecureModeRedirectURL: null,
        ResultCode: null,
      }),
      answer(getCards, userCards),
      answer(getPaymentUser, payerWith('4242')),
    ],
  });
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'paymentoptions']]), { timeout: 3000 });
  expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Deine Karte ist gespeichert.' }]);
});

it('has an address for its form, so that Back leads from it to the list', async () => {
  const { user, shell, rerender } = renderCards();
  await user.click(await screen.findByRole('button', { name: 'Karte hinzufügen' }));
  expect(shell.recorded.navigation).toEqual([['open', 'paymentoptions', 'new']]);
  rerender(<CardsSheet isAdding returnedId={null} />);
  const cardForm = await screen.findByRole('dialog', { name: 'Karte hinzufügen' });
  await user.click(within(cardForm).getByRole('button', { name: 'Zurück' }));
  expect(shell.recorded.navigation.slice(1)).toEqual([['back', 1]]);
  rerender(<CardsSheet isAdding={false} returnedId={null} />);
  expect(screen.queryByRole('dialog', { name: 'Karte hinzufügen' })).not.toBeInTheDocument();
});

it('leads from the form to the list when the page was opened at the form’s address', async () => {
  const { user, shell } = renderWithShell(<CardsSheet isAdding returnedId={null} />, {
    session: 'verified',
    answers: [answer(getCards, userCards), answer(getPaymentUser, payerWith('4242'))],
  });
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Karte hinzufügen' })).getByRole('button', { name: 'Zurück' }),
  );
  expect(shell.recorded.navigation).toEqual([['replace', 'paymentoptions']]);
});

it('leads from the form to the list past history entries of a bank’s frame', async () => {
  const { user, shell, rerender } = renderCards();
  await user.click(await screen.findByRole('button', { name: 'Karte hinzufügen' }));
  rerender(<CardsSheet isAdding returnedId={null} />);
  const cardForm = await screen.findByRole('dialog', { name: 'Karte hinzufügen' });
  window.history.pushState(null, '');
  await user.click(within(cardForm).getByRole('button', { name: 'Zurück' }));
  expect(shell.recorded.navigation.slice(1)).toEqual([['replace', 'paymentoptions']]);
});
