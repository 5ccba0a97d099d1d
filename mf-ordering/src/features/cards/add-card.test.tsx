import {
  createNaturalUser,
  deactivateCard,
  finishCardRegistration,
  getCards,
  getPaymentUser,
  registerCard,
} from '@mahlzeit/contract';
import type { CardFinishAnswer } from '@mahlzeit/contract';
import { answer, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AddCard } from './add-card';

const paymentUser = {
  key: 'uid',
  mangoPayData: { Id: 'zahler', defaultCardId: null },
  firstName: 'Frieda',
  lastName: 'Fuchs',
};
const cardRegistration = {
  Id: 'reg-1',
  CardRegistrationURL: 'https://tokens.test/tokenise',
  PreregistrationData: 'vorab',
  AccessKey: 'zugang',
  finishUrl: 'https://api.test/finish',
};
const finishAnswer = (
  finishStatus: CardFinishAnswer['Status'],
  overrides: Partial<CardFinishAnswer> = {},
): CardFinishAnswer => ({
  Status: finishStatus,
  SecureModeReturnURL: null,
  SecureModeRedirectURL: null,
  ResultCode: null,
  ...overrides,
});

const sentCardBodies: string[] = [];
let tokenizerResponseText = 'data=marke';

beforeEach(() => {
  window.localStorage.clear();
  sentCardBodies.length = 0;
  tokenizerResponseText = 'data=marke';
  jest.spyOn(globalThis, 'fetch').mockImplementation((url, requestInit) => {
    sentCardBodies.push(String(requestInit?.body));
    return Promise.resolve(
      new Response(
        String(url) === cardRegistration.finishUrl
          ? JSON.stringify({ ResultCode: '000000', CardId: 'karte-1' })
          : tokenizerResponseText,
      ),
    );
  });
});
afterEach(() => jest.restoreAllMocks());

const renderAddCard = (answers: readonly ScenarioAnswer[] = [], hasPaymentUser = true) => {
  const savedCardIds: string[] = [];
  const closedScreenKeys: string[] = [];
  const renderedForm = renderWithShell(
    <AddCard
      onBack={() => void closedScreenKeys.push('back')}
      onClose={() => void closedScreenKeys.push('close')}
      onSaved={(id) => void savedCardIds.push(id)}
    />,
    {
      session: 'verified',
      answers: [
        ...answers,
        answer(getCards, []),
        answer(getPaymentUser, hasPaymentUser ? paymentUser : null),
        answer(registerCard, cardRegistration),
        answer(finishCardRegistration, finishAnswer('SUCCEEDED')),
      ],
    },
  );
  return { ...renderedForm, saved: savedCardIds, closed: closedScreenKeys };
};

const findField = (fieldLabel: string) => screen.findByRole('textbox', { name: fieldLabel });
const saveButton = () => screen.getByRole('button', { name: 'Karte speichern' });

describe('the form of a card', () => {
  it('C20 groups the number, recognises its brand and counts its digits', async () => {
    const { user } = renderAddCard();
    const numberField = await findField('Kartennummer');
    await user.type(numberField, '5');
    expect(numberField).toHaveAccessibleDescription('1/16 Zeichen');
    await user.type(numberField, '35512');
    expect(numberField).toHaveValue('5355 12');
    expect(numberField).toHaveAccessibleDescription('Mastercard erkannt 6/16 Zeichen');
    await user.clear(numberField);
    await user.paste('6759-6498 2643.8453');
    expect(numberField).toHaveValue('6759 6498 2643 8453');
    expect(numberField).toHaveAccessibleDescription('Maestro erkannt 16/16 Zeichen');
  });

  it('C20 leaves the caret where it is typed', async () => {
    const { user } = renderAddCard();
    const numberInput = await findField('Kartennummer');
    await user.type(numberInput, '42424242');
    if (!(numberInput instanceof HTMLInputElement)) throw new Error('The number is no input');
    numberInput.setSelectionRange(2, 2);
    await user.keyboard('99');
    expect([numberInput.value, numberInput.selectionStart]).toEqual(['4299 4242 42', 4]);
    await user.keyboard('{Delete}');
    expect([numberInput.value, numberInput.selectionStart]).toEqual(['4299 2424 2', 4]);
  });

  it('names its fields to phones and password managers', async () => {
    renderAddCard([], false);
    const inputAttributeHints = (await screen.findAllByRole('textbox')).map((input) => [
      input.getAttribute('autocomplete'),
      input.getAttribute('inputmode'),
    ]);
    expect(inputAttributeHints).toEqual([
      ['cc-given-name', null],
      ['cc-family-name', null],
      ['cc-number', 'numeric'],
      ['cc-exp', 'numeric'],
      ['cc-csc', 'numeric'],
    ]);
  });

  it.each([
    [
      'a number that is too short',
      'Kartennummer',
      '424242424242424',
      'Eine Visa hat 16 oder 19 Ziffern. 15/16 Zeichen',
    ],
    [
      'a number with a wrong digit',
      'Kartennummer',
      '4242424242424241',
      'Die Nummer stimmt nicht. Prüf jede Ziffer. 16/16 Zeichen',
    ],
    ['a Mastercard that is too short', 'Kartennummer', '55555', 'Eine Mastercard hat 16 Ziffern. 5/16 Zeichen'],
    ['a Maestro that is too short', 'Kartennummer', '67596', 'Eine Maestro hat 12 bis 19 Ziffern. 5/16 Zeichen'],
    ['digits that say nothing yet', 'Kartennummer', '67', 'Da fehlen noch Ziffern. 2/16 Zeichen'],
    [
      'a brand that nobody takes',
      'Kartennummer',
      '37',
      'Diese Karte nehmen wir nicht, nur Visa, Mastercard und Maestro. 2/16 Zeichen',
    ],
    ['no number', 'Kartennummer', null, 'Gib die Kartennummer ein. 0/16 Zeichen'],
    ['C21 a card that is over', 'Gültig bis', '0526', 'Abgelaufen.'],
    ['no month', 'Gültig bis', '1328', 'Monat und Jahr, zum Beispiel 08 / 28.'],
    ['half a date', 'Gültig bis', '08', 'Monat und Jahr, zum Beispiel 08 / 28.'],
    ['two digits of three', 'Prüfnummer (CVV)', '12', '3 Ziffern.'],
    ['no first name', 'Vorname', ' ', 'Gib deinen Vornamen ein.'],
    ['a long last name', 'Nachname', 'x'.repeat(101), 'Höchstens 100 Zeichen.'],
  ])('says what is wrong with %s, once it is left', async (_, fieldLabel, typedText, expectedMessage) => {
    const { user } = renderAddCard([], false);
    const input = await findField(fieldLabel);
    await user.clear(input);
    await user.click(input);
    if (typedText !== null) await user.paste(typedText);
    await user.tab();
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(expectedMessage);
  });

  it('C21 takes the present month', async () => {
    const { user } = renderAddCard();
    const expiryField = await findField('Gültig bis');
    await user.type(expiryField, '0626');
    await user.tab();
    expect(expiryField).toBeValid();
    expect(expiryField).toHaveValue('06 / 26');
  });

  it('says at the button which values are missing or wrong', async () => {
    const { user } = renderAddCard([], false);
    await user.clear(await findField('Vorname'));
    expect(saveButton()).toHaveAccessibleDescription('Es fehlen noch: Name, 16 Ziffern, Datum und Prüfnummer.');
    await user.type(await findField('Kartennummer'), '535512');
    await user.type(await findField('Vorname'), 'Jule');
    expect(saveButton()).toHaveAccessibleDescription('Es fehlen noch: 10 Ziffern, Datum und Prüfnummer.');
    await user.type(await findField('Gültig bis'), '0525');
    expect(saveButton()).toHaveAccessibleDescription('Verbessere erst die 2 markierten Felder.');
    await user.click(saveButton());
    expect(sentCardBodies).toEqual([]);
  });

  it('counts all fields that are marked', async () => {
    const { user } = renderAddCard();
    await user.type(await findField('Kartennummer'), '4242424242424241');
    expect(saveButton()).toHaveAccessibleDescription('Verbessere erst das markierte Feld.');
    await user.type(await findField('Gültig bis'), '0525');
    await user.type(await findField('Prüfnummer (CVV)'), '1');
    expect(saveButton()).toHaveAccessibleDescription('Verbessere erst die 2 markierten Felder.');
    // The form marks an incomplete field only after the field has lost the focus.
    await user.tab();
    expect(saveButton()).toHaveAccessibleDescription('Verbessere erst die 3 markierten Felder.');
    for (const fieldLabel of ['Kartennummer', 'Gültig bis', 'Prüfnummer (CVV)'])
      expect(await findField(fieldLabel)).toBeInvalid();
  });
});

const fillForm = async (
  user: ReturnType<typeof renderAddCard>['user'],
  cardNumber = '4242424242424242',
  cvvDigits = '123',
) => {
  await user.type(await findField('Kartennummer'), cardNumber);
  await user.type(await findField('Gültig bis'), '0828');
  if (cvvDigits !== '') await user.type(await findField('Prüfnummer (CVV)'), cvvDigits);
};

describe('saving a card', () => {
  it('takes the names from the account before the first card, and never afterwards', async () => {
    renderAddCard([], false);
    expect(await findField('Vorname')).not.toHaveValue('');
    expect(await findField('Nachname')).not.toHaveValue('');
  });

  it('hands it on by Enter, too', async () => {
    const { user, saved } = renderAddCard();
    await fillForm(user);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(saved).toEqual(['karte-1']));
    expect(screen.queryByRole('textbox', { name: 'Vorname' })).not.toBeInTheDocument();
    expect(sentCardBodies[0]).toBe(
      'data=vorab&accessKeyRef=zugang&cardNumber=4242424242424242&cardExpirationDate=0828&cardCvx=123',
    );
  });

  it('needs no check number of Maestro', async () => {
    const { user, saved } = renderAddCard();
    await fillForm(user, '6759649826438453', '');
    expect(await findField('Prüfnummer (CVV)')).toHaveAccessibleDescription('Bei Maestro nicht nötig');
    await user.click(saveButton());
    await waitFor(() => expect(saved).toEqual(['karte-1']));
    expect(sentCardBodies[0]).toContain('cardCvx=000');
  });

  it('can’t be closed or pressed twice while it is on its way', async () => {
    const { user, closed, shell } = renderAddCard([neverRespond(registerCard)]);
    await fillForm(user);
    await user.dblClick(saveButton());
    expect(screen.queryByRole('button', { name: 'Schließen' })).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect([closed, shell.requests.filter((request) => request.endsWith('/cardRegistration'))]).toEqual([
      [],
      ['POST /api/payment/cardRegistration'],
    ]);
  });

  it.each([
    ['02625', 'Kartennummer', 'Die Nummer stimmt nicht. Prüf jede Ziffer. 16/16 Zeichen'],
    ['02626', 'Gültig bis', 'Prüf Monat und Jahr.'],
    ['02627', 'Prüfnummer (CVV)', 'Prüf die 3 Ziffern.'],
  ])('marks the field that %s is about, until it is changed', async (errorCode, fieldLabel, expectedMessage) => {
    tokenizerResponseText = `errorCode=${errorCode}`;
    const { user } = renderAddCard();
    await fillForm(user);
    await user.click(saveButton());
    const errorBanner = await screen.findByRole('alert');
    expect(errorBanner).toHaveTextContent(
      `Die Karte wurde nicht angenommenPrüf das markierte Feld und versuch es noch einmal.Code ${errorCode}`,
    );
    const input = await findField(fieldLabel);
    expect(input).toHaveAccessibleDescription(expectedMessage);
    await user.type(input, '{Backspace}');
    await user.type(input, fieldLabel === 'Kartennummer' ? '2' : fieldLabel === 'Gültig bis' ? '9' : '4');
    expect(input).toBeValid();
  });

  it('marks both names where the provider doesn’t take them', async () => {
    tokenizerResponseText = 'errorCode=105102';
    const { user } = renderAddCard(
      [
        answer(createNaturalUser, {
          key: 'uid',
          mangoPayData: { Id: 'zahler', defaultCardId: null },
          firstName: 'Frieda',
          lastName: 'Fuchs',
        }),
      ],
      false,
    );
    await fillForm(user);
    await user.click(saveButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Prüf die markierten Felder und versuch es noch einmal.Code 105102',
    );
    for (const fieldLabel of ['Vorname', 'Nachname']) expect(await findField(fieldLabel)).toBeInvalid();
  });

  it('speaks of no marked field where the names aren’t asked for any more', async () => {
    tokenizerResponseText = 'errorCode=105102';
    const { user } = renderAddCard();
    await fillForm(user);
    await user.click(saveButton());
    expect(await screen.findByRole('alert')).not.toHaveTextContent('markiert');
  });

  it('explains a failure that concerns no field, and keeps the input', async () => {
    tokenizerResponseText = '';
    const { user } = renderAddCard();
    await fillForm(user);
    await user.click(saveButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Karte ließ sich nicht speichern. Gib sie noch einmal ein.Code 001599',
    );
    expect(await findField('Kartennummer')).toHaveValue('4242 4242 4242 4242');
  });

  it.each([
    [
      '101002',
      'Die Karte ist nicht gespeichertDu hast die Freigabe bei deiner Bank abgebrochen. Abgebucht wurde nichts. Speichere die Karte noch einmal, wenn du sie nutzen willst.Code 101002',
    ],
    [
      '101001',
      'Die Karte ist nicht gespeichertDie Zeit für die Freigabe ist abgelaufen. Speichere die Karte noch einmal.Code 101001',
    ],
    [
      '101101',
      'Die Karte wurde nicht angenommenDeine Bank gibt diese Karte nicht frei. Frag dort nach oder nimm eine andere.Code 101101',
    ],
  ])('tells a refusal from what its owner broke off or let pass: %s', async (resultCode, expectedMessage) => {
    const { user } = renderAddCard([
      answer(finishCardRegistration, finishAnswer('FAILED', { ResultCode: resultCode })),
    ]);
    await fillForm(user);
    await user.click(saveButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(expectedMessage);
  });

  it('says when the next try is allowed after too many cards', async () => {
    const { user } = renderAddCard([
      refuse(finishCardRegistration, 'ErrorTooManyAttempts', { retryAfterMs: 2_400_000, nothingBegun: true }),
    ]);
    await fillForm(user);
    await user.click(saveButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Karte ist nicht gespeichertZu viele Versuche. Versuch es in etwa 40 Minuten noch einmal.',
    );
  });

  it('waits for a connection', async () => {
    const { user } = renderAddCard();
    await fillForm(user);
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(saveButton()).toHaveAccessibleDescription(
      'Du bist offline. Speichern geht, sobald du wieder Internet hast.',
    );
    await user.click(saveButton());
    expect(sentCardBodies).toEqual([]);
  });
});

describe('where the bank asks', () => {
  const bankApprovalAnswer = answer(
    finishCardRegistration,
    finishAnswer('CREATED', { SecureModeRedirectURL: '/bank' }),
    finishAnswer('SUCCEEDED'),
  );

  it('shows the bank’s page without any input, and listens to its frame only', async () => {
    const { user, saved } = renderAddCard([bankApprovalAnswer]);
    await fillForm(user);
    await user.click(saveButton());
    const bankFrame = await screen.findByTitle('Freigabe bei deiner Bank');
    if (!(bankFrame instanceof HTMLIFrameElement)) throw new Error('The bank page is no frame');
    expect(bankFrame).toHaveAttribute(
      'sandbox',
      'allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    );
    expect(document.body.innerHTML).not.toMatch(/4242/);
    const postMessageFrom = (messageSource: Window | null, messageData: object) =>
      act(
        () =>
          void fireEvent(
            window,
            new MessageEvent('message', { origin: window.location.origin, source: messageSource, data: messageData }),
          ),
      );
    const data = { type: 'mahlzeit-payment', preAuthorizationId: 'vorab-1' };
    postMessageFrom(window, data);
    postMessageFrom(bankFrame.contentWindow, { type: 'mahlzeit-payment', transactionId: 'zahlung-1' });
    expect(saved).toEqual([]);
    postMessageFrom(bankFrame.contentWindow, data);
    await waitFor(() => expect(saved).toEqual(['karte-1']), { timeout: 3000 });
  });

  it('is left without a card, or gone back to', async () => {
    const { user, shell } = renderAddCard([
      answer(deactivateCard, {}),
      answer(finishCardRegistration, finishAnswer('CREATED', { SecureModeRedirectURL: '/bank' })),
    ]);
    await fillForm(user);
    await user.click(saveButton());
    // The text announces that the bank's page will ask to reserve one euro.
    expect(await screen.findByText('Zur Prüfung reserviert sie kurz 1 €')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Abbrechen' }));
    expect(await screen.findByRole('heading', { name: 'Deine Freigabe fehlt noch' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Zurück zur Bank' }));
    await user.click(await screen.findByRole('button', { name: 'Abbrechen' }));
    await user.click(await screen.findByRole('button', { name: 'Karte verwerfen' }));
    const formDialog = within(screen.getByRole('dialog', { name: 'Karte hinzufügen' }));
    expect(await formDialog.findByRole('textbox', { name: 'Kartennummer' })).toHaveValue('');
    expect(shell.requests).toContain('POST /api/payment/deactivateCard');
  });
});
