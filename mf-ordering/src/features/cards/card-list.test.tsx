import { deactivateCard, finishCardRegistration, getCards, getPaymentUser, setDefaultCard } from '@mahlzeit/contract';
import type { Card } from '@mahlzeit/contract';
import { answer, hang, refuse, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { CardsSheet } from './card-list';

const aCard = (Id: string, typeAlias: Card['data']['typeAlias'], ExpirationDate = '0828'): Card => ({ mangoPayData: { Id, Alias: `**** ${Id}`, ExpirationDate, Active: true, Validity: 'VALID' }, data: { typeAlias } });
const cards = [aCard('4242', 'VISA'), aCard('8183', 'MASTERCARD', '0826'), aCard('0079', 'MAESTRO', '0526'), aCard('0000', null)];
const payer = (defaultCardId: string | null) => ({ key: 'uid', mangoPayData: { Id: 'zahler', defaultCardId }, firstName: 'Frieda', lastName: 'Fuchs' });

const show = (answers: readonly ScenarioAnswer[] = [], said: string | null = null) => {
  const rendered = renderWithShell(<CardsSheet isNewAskedFor={false} returnedId={null} />, { session: 'verified', answers: [...answers, answer(getCards, cards), answer(getPaymentUser, payer('4242'))] });
  rendered.shell.answerNextAlert(said);
  return rendered;
};

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);
const menu = (name: string) => screen.findByRole('button', { name: `Was du mit ${name} tun kannst` });

it('lists the cards with how long they are good, and PayPal', async () => {
  show();
  await menu('Visa •••• 4242');
  // The brand stands as a mark before its name.
  expect(rows()).toEqual([
    'VISAVisa •••• 4242Gültig bis 08/28Standard', 'Mastercard •••• 8183Läuft im August ab', 'Maestro •••• 0079Abgelaufen seit 05/26', 'PayPalPayPalImmer da, Anmeldung bei PayPal',
  ]);
});

it('makes a card the default', async () => {
  const { user, shell } = show([answer(setDefaultCard, {})]);
  await user.click(await menu('Mastercard •••• 8183'));
  shell.use(answer(getPaymentUser, payer('8183')));
  await user.click(await screen.findByRole('button', { name: 'Als Standard nehmen' }));
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Mastercard •••• 8183 ist jetzt Standard.' }]));
  await waitFor(() => expect(rows()[0]).toBe('Mastercard •••• 8183Läuft im August abStandard'));
});

it.each([['Visa •••• 4242', 'what is it already'], ['Maestro •••• 0079', 'what has expired']])('doesn’t offer %s as the default, %s', async (name) => {
  const { user } = show();
  await user.click(await menu(name));
  expect(await screen.findByRole('button', { name: 'Karte entfernen' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Als Standard nehmen' })).not.toBeInTheDocument();
});

it('removes a card once that was confirmed', async () => {
  const { user, shell } = show([answer(deactivateCard, {})], 'remove');
  await user.click(await menu('Mastercard •••• 8183'));
  shell.use(answer(getCards, cards.slice(0, 1)));
  await user.click(await screen.findByRole('button', { name: 'Karte entfernen' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(shell.recorded.alerts).toMatchObject([{ title: 'Karte entfernen?', text: 'Mastercard •••• 8183 steht danach nicht mehr zur Wahl. Bezahlte Bestellungen bleiben.' }]);
});

it.each([['keep'], [null]])('keeps a card where the answer is %p', async (said) => {
  const { user, shell } = show([], said);
  await user.click(await menu('Mastercard •••• 8183'));
  await user.click(await screen.findByRole('button', { name: 'Karte entfernen' }));
  await waitFor(() => expect(shell.recorded.alerts).toHaveLength(1));
  expect(shell.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
});

it('says why a card could not be removed', async () => {
  const { user, shell } = show([refuse(deactivateCard, 'NoCard')], 'remove');
  await user.click(await menu('Mastercard •••• 8183'));
  await user.click(await screen.findByRole('button', { name: 'Karte entfernen' }));
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: 'Diese Karte gibt es nicht mehr. Wähl eine andere oder PayPal.' }]));
});

describe('where the cards can’t be had', () => {
  it.each<[string, ScenarioAnswer]>([['no connection', unreachable(getCards)], ['a provider that is down', refuse(getCards, 'providerUnavailable')]])('logs %s and doesn’t show it: they can be loaded again', async (_, given) => {
    const { user, shell } = show([given]);
    await user.click(await screen.findByRole('button', { name: 'Karten erneut laden' }));
    expect(screen.queryByText('Deine Karten laden gerade nicht. Mit PayPal kannst du bezahlen.')).not.toBeInTheDocument();
    expect(screen.getByText('Immer da, Anmeldung bei PayPal')).toBeVisible();
    expect(shell.recorded.events.map(({ name }) => name)).toContain('card_listing_failed');
  });

  it('shows what is of no class that anybody expects', async () => {
    show([refuse(getCards, 'internal')]);
    expect(await screen.findByText('Deine Karten laden gerade nicht. Mit PayPal kannst du bezahlen.')).toBeVisible();
  });

  it('waits for them', async () => {
    show([hang(getCards)]);
    expect(await screen.findByRole('dialog', { name: 'Bezahlen' })).toBeVisible();
    expect(screen.queryByText('Immer da, Anmeldung bei PayPal')).not.toBeInTheDocument();
  });
});

it('goes on with a card whose bank has left its frame, and leads back to the list', async () => {
  const { shell } = renderWithShell(<CardsSheet isNewAskedFor returnedId="vorab-1" />, {
    session: 'verified',
    answers: [answer(finishCardRegistration, { Status: 'SUCCEEDED', SecureModeReturnURL: null, SecureModeRedirectURL: null, ResultCode: null }), answer(getCards, cards), answer(getPaymentUser, payer('4242'))],
  });
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'paymentoptions']]), { timeout: 3000 });
  expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Deine Karte ist gespeichert.' }]);
});

it('opens and closes the form of a new card with its address', async () => {
  const { rerender } = show();
  await menu('Visa •••• 4242');
  const form = () => screen.queryByRole('dialog', { name: 'Karte hinzufügen' });
  expect(form()).not.toBeInTheDocument();
  rerender(<CardsSheet isNewAskedFor returnedId={null} />);
  await waitFor(() => expect(form()).toBeInTheDocument());
  rerender(<CardsSheet isNewAskedFor={false} returnedId={null} />);
  await waitFor(() => expect(form()).not.toBeInTheDocument());
  rerender(<CardsSheet isNewAskedFor returnedId={null} />);
  await waitFor(() => expect(form()).toBeInTheDocument());
});

it('leaves a form alone that was opened by its button', async () => {
  const { user, rerender } = show();
  await user.click(await screen.findByRole('button', { name: 'Karte hinzufügen' }));
  await user.type(await screen.findByRole('textbox', { name: 'Kartennummer' }), '4242');
  rerender(<CardsSheet isNewAskedFor={false} returnedId={null} />);
  rerender(<CardsSheet isNewAskedFor returnedId={null} />);
  expect(screen.getByRole('textbox', { name: 'Kartennummer' })).toHaveValue('4242');
});
