import { finishCardRegistration, getCards, getPaymentUser } from '@mahlzeit/contract';
import type { Card, CardFinishAnswer } from '@mahlzeit/contract';
import { answer, defineScenarios, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario } from '@mahlzeit/shared-ui/testing';

const makeCard = (
  cardId: string,
  typeAlias: Card['data']['typeAlias'],
  digits: string,
  expirationDate = '0828',
): Card => ({
  mangoPayData: {
    Id: cardId,
    Alias: `**** ${digits}`,
    ExpirationDate: expirationDate,
    Active: true,
    Validity: 'VALID',
  },
  data: { typeAlias },
});
const userCards = [
  makeCard('visa', 'VISA', '4242'),
  makeCard('mastercard', 'MASTERCARD', '8183', '0726'),
  makeCard('maestro', 'MAESTRO', '0079', '0526'),
  makeCard('lunchit', 'LUNCHIT', '2718'),
  makeCard('ohne', null, '0000'),
];
const paymentUser = {
  key: 'uid-frieda-01',
  mangoPayData: { Id: 'zahlerin', defaultCardId: 'visa' },
  firstName: 'Frieda',
  lastName: 'Fuchs',
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

const OPEN_CARD_STORAGE_KEY = 'mahlzeit.user.uid-frieda-01.newCard';

const paymentOptionsScenario = (
  scenarioName: string,
  answers: NonNullable<Scenario['answers']>,
  screenParams: readonly string[] = [],
): Scenario => ({
  name: `Zahlungsarten: ${scenarioName}`,
  screen: 'paymentoptions',
  params: screenParams,
  session: 'verified',
  answers: [...answers, answer(getCards, userCards), answer(getPaymentUser, paymentUser)],
});

/** Creates a scenario of a card whose registration an earlier page left unfinished at the bank. */
const openCardScenario = (scenarioName: string, answers: NonNullable<Scenario['answers']>): Scenario => ({
  ...paymentOptionsScenario(scenarioName, answers, ['new']),
  prepare: () => window.localStorage.setItem(OPEN_CARD_STORAGE_KEY, JSON.stringify({ cardId: 'neu', brand: 'VISA' })),
  stores: [OPEN_CARD_STORAGE_KEY],
});

/** Creates a scenario in which the bank's page has redirected back to the app after the registration of a card. */
const bankReturnScenario = (scenarioName: string, cardAnswer: CardFinishAnswer): Scenario => ({
  ...paymentOptionsScenario(scenarioName, [answer(finishCardRegistration, cardAnswer)], ['new', 'vorab-1']),
  stores: [OPEN_CARD_STORAGE_KEY],
});

/** Scenarios of the means of payment, and of a new card in each step of its registration. */
export const paymentOptionsScenarios = defineScenarios([
  paymentOptionsScenario('Karten', []),
  paymentOptionsScenario('nur PayPal', [answer(getCards, []), answer(getPaymentUser, null)]),
  paymentOptionsScenario('laden', [neverRespond(getCards), neverRespond(getPaymentUser)]),
  {
    ...paymentOptionsScenario('ohne Verbindung', [failAsUnreachable(getCards), failAsUnreachable(getPaymentUser)]),
    isOffline: true,
  },
  paymentOptionsScenario('kaputt', [refuse(getCards, 'internal')]),
  paymentOptionsScenario('neue Karte', [], ['new']),
  paymentOptionsScenario('die erste Karte', [answer(getCards, []), answer(getPaymentUser, null)], ['new']),
  openCardScenario('neue Karte, Warten', [neverRespond(finishCardRegistration)]),
  openCardScenario('neue Karte, Feld der Bank', [
    answer(finishCardRegistration, finishAnswer('CREATED', { SecureModeRedirectURL: 'about:blank' })),
  ]),
  openCardScenario('neue Karte, noch unklar', [answer(finishCardRegistration, finishAnswer('CREATED'))]),
  bankReturnScenario('neue Karte, abgelehnt', finishAnswer('FAILED', { ResultCode: '101301' })),
  bankReturnScenario('neue Karte, falsche Nummer', finishAnswer('FAILED', { ResultCode: '105202' })),
]);
