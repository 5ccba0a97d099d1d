import { finishCardRegistration, getCards, getPaymentUser } from '@mahlzeit/contract';
import type { Card, CardFinishAnswer } from '@mahlzeit/contract';
import { answer, defineScenarios, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario } from '@mahlzeit/shared-ui/testing';

const cardWith = (Id: string, typeAlias: Card['data']['typeAlias'], digits: string, ExpirationDate = '0828'): Card => ({
  mangoPayData: { Id, Alias: `**** ${digits}`, ExpirationDate, Active: true, Validity: 'VALID' },
  data: { typeAlias },
});
const cards = [
  cardWith('visa', 'VISA', '4242'),
  cardWith('mastercard', 'MASTERCARD', '8183', '0726'),
  cardWith('maestro', 'MAESTRO', '0079', '0526'),
  cardWith('lunchit', 'LUNCHIT', '2718'),
  cardWith('ohne', null, '0000'),
];
const paymentUser = {
  key: 'uid-frieda-01',
  mangoPayData: { Id: 'zahlerin', defaultCardId: 'visa' },
  firstName: 'Frieda',
  lastName: 'Fuchs',
};
const finishAnswer = (
  Status: CardFinishAnswer['Status'],
  overrides: Partial<CardFinishAnswer> = {},
): CardFinishAnswer => ({
  Status,
  SecureModeReturnURL: null,
  SecureModeRedirectURL: null,
  ResultCode: null,
  ...overrides,
});

const OPEN_CARD_STORAGE_KEY = 'mahlzeit.user.uid-frieda-01.newCard';

const scenarioNamed = (
  name: string,
  answers: NonNullable<Scenario['answers']>,
  params: readonly string[] = [],
): Scenario => ({
  name: `Zahlungsarten: ${name}`,
  screen: 'paymentoptions',
  params,
  session: 'verified',
  answers: [...answers, answer(getCards, cards), answer(getPaymentUser, paymentUser)],
});

/** Scenario of a card whose registration an earlier page left unfinished at the bank. */
const openCardScenario = (name: string, answers: NonNullable<Scenario['answers']>): Scenario => ({
  ...scenarioNamed(name, answers, ['new']),
  prepare: () => window.localStorage.setItem(OPEN_CARD_STORAGE_KEY, JSON.stringify({ cardId: 'neu', brand: 'VISA' })),
  stores: [OPEN_CARD_STORAGE_KEY],
});

/** Scenario in which the bank's page has redirected back after a new card. */
const bankReturnScenario = (name: string, cardAnswer: CardFinishAnswer): Scenario => ({
  ...scenarioNamed(name, [answer(finishCardRegistration, cardAnswer)], ['new', 'vorab-1']),
  stores: [OPEN_CARD_STORAGE_KEY],
});

/** Scenarios of the means of payment, and of a new card in each step of its registration. */
export const paymentOptionsScenarios = defineScenarios([
  scenarioNamed('Karten', []),
  scenarioNamed('nur PayPal', [answer(getCards, []), answer(getPaymentUser, null)]),
  scenarioNamed('laden', [neverRespond(getCards), neverRespond(getPaymentUser)]),
  {
    ...scenarioNamed('ohne Verbindung', [failAsUnreachable(getCards), failAsUnreachable(getPaymentUser)]),
    isOffline: true,
  },
  scenarioNamed('kaputt', [refuse(getCards, 'internal')]),
  scenarioNamed('neue Karte', [], ['new']),
  scenarioNamed('die erste Karte', [answer(getCards, []), answer(getPaymentUser, null)], ['new']),
  openCardScenario('neue Karte, Warten', [neverRespond(finishCardRegistration)]),
  openCardScenario('neue Karte, Feld der Bank', [
    answer(finishCardRegistration, finishAnswer('CREATED', { SecureModeRedirectURL: 'about:blank' })),
  ]),
  openCardScenario('neue Karte, noch unklar', [answer(finishCardRegistration, finishAnswer('CREATED'))]),
  bankReturnScenario('neue Karte, abgelehnt', finishAnswer('FAILED', { ResultCode: '101301' })),
  bankReturnScenario('neue Karte, falsche Nummer', finishAnswer('FAILED', { ResultCode: '105202' })),
]);
