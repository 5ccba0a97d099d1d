import {
  createNaturalUser,
  deactivateCard,
  finishCardRegistration,
  getCards,
  getPaymentUser,
  registerCard,
} from '@mahlzeit/contract';
import type { CardFinishAnswer, CardRegistration } from '@mahlzeit/contract';
import { anAccount } from '@mahlzeit/contract/fixtures';
import {
  answer,
  createManualTimers,
  fakeShell,
  neverRespond,
  refuse,
  failAsUnreachable,
} from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { POLL_PAUSES_MS, REQUEST_REPEAT_PAUSES_MS, BANK_RETURN_DELAY_MS } from '../providers';
import { createCardRegistration } from './card-registration';
import type { NewCard } from './card-transitions';

beforeEach(() => window.localStorage.clear());

const { uid } = anAccount();
const CARD_NUMBER = '4970105181818183';
const visaCard: NewCard = { brand: 'VISA', data: { number: CARD_NUMBER, expiry: '0828', cvv: '123' }, names: null };
const openedRegistration: CardRegistration = {
  Id: 'reg-1',
  CardRegistrationURL: 'https://tokens.test/tokenise',
  PreregistrationData: 'vorab',
  AccessKey: 'zugang',
  finishUrl: 'https://api.test/v2.01/client/CardRegistrations/reg-1',
};
const browserInfo = {
  JavaEnabled: false,
  Language: 'de',
  ColorDepth: 24,
  ScreenHeight: 800,
  ScreenWidth: 360,
  TimeZoneOffset: -120,
  UserAgent: 'Test',
  JavascriptEnabled: true,
};
const finishAnswerWith = (
  finishStatus: CardFinishAnswer['Status'],
  overrides: Partial<CardFinishAnswer> = {},
): CardFinishAnswer => ({
  Status: finishStatus,
  SecureModeReturnURL: null,
  SecureModeRedirectURL: null,
  ResultCode: null,
  ...overrides,
});
const bankApprovalAnswer = finishAnswerWith('CREATED', { SecureModeRedirectURL: 'https://bank.test/3ds' });

/** Responses of the payment provider to its two requests. */
type ProviderAnswers = Readonly<Partial<Record<'tokenise' | 'finish', () => Promise<Response>>>>;

const respondWithText =
  (text: string, httpStatus = 200) =>
  (): Promise<Response> =>
    Promise.resolve(new Response(text, { status: httpStatus }));
const failRequest = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

const startRegistration = (
  answers: readonly ScenarioAnswer[],
  {
    tokenise = respondWithText('data=marke'),
    finish = respondWithText(JSON.stringify({ ResultCode: '000000', CardId: 'karte-1' })),
  }: ProviderAnswers = {},
) => {
  const shell = fakeShell({
    session: 'verified',
    answers: [...answers, answer(registerCard, openedRegistration), answer(getCards, []), answer(getPaymentUser, null)],
  });
  const apiCalls = jest.spyOn(shell.apiClient, 'call');
  const timers = createManualTimers();
  const sentRequests: { readonly url: string; readonly body: Readonly<Record<string, string>> }[] = [];
  let createdKeyCount = 0;
  const createFlow = () =>
    createCardRegistration({
      shell,
      uid,
      timers,
      storage: () => window.localStorage,
      createKey: () => `schluessel-${(createdKeyCount += 1)}`,
      browserInfo: () => browserInfo,
      send(url, body) {
        sentRequests.push({ url, body: Object.fromEntries(body) });
        return url === openedRegistration.finishUrl ? finish() : tokenise();
      },
    });
  const registrationFlow = createFlow();
  const waitForStep = (stepKind: string) => waitFor(() => expect(registrationFlow.get().kind).toBe(stepKind));
  /** Waits until the next pause starts, then advances the time to its end. */
  const passTime = async (elapsedMs: number) => {
    await waitFor(() => expect(timers.pendingCount()).toBe(1));
    timers.advance(elapsedMs);
  };
  const finishRequests = () =>
    apiCalls.mock.calls
      .filter(([route]) => route.name === 'finishCardRegistration')
      .map(([, callInput]) => [callInput.idempotencyKey, callInput.body]);
  const discardRequests = () =>
    apiCalls.mock.calls.filter(([route]) => route.name === 'deactivateCard').map(([, input]) => input.body);
  return {
    shell,
    timers,
    flow: registrationFlow,
    create: createFlow,
    shows: waitForStep,
    pass: passTime,
    sent: sentRequests,
    bodies: finishRequests,
    discards: discardRequests,
    calls: apiCalls,
  };
};

const firstFinishBody = { cardId: 'karte-1', cardTypeAlias: 'VISA', browserInfo };
const expectFailureForm = (expectedStep: unknown) =>
  expect(expectedStep).toMatchObject({ kind: 'form', failure: { details: { ResultCode: expect.any(String) } } });

describe('registering a card', () => {
  it('goes straight to the provider with its number, and to the gateway with the card’s id alone', async () => {
    const { flow, shows, sent, bodies, shell, calls } = startRegistration([
      answer(finishCardRegistration, finishAnswerWith('SUCCEEDED')),
    ]);
    flow.save(visaCard);
    expect(flow.get()).toEqual({ kind: 'saving' });
    await shows('saved');
    expect(flow.get()).toEqual({ kind: 'saved', cardId: 'karte-1' });
    expect(sent).toEqual([
      {
        url: 'https://tokens.test/tokenise',
        body: {
          data: 'vorab',
          accessKeyRef: 'zugang',
          cardNumber: CARD_NUMBER,
          cardExpirationDate: '0828',
          cardCvx: '123',
        },
      },
      {
        url: 'https://api.test/v2.01/client/CardRegistrations/reg-1',
        body: { Id: 'reg-1', RegistrationData: 'data=marke' },
      },
    ]);
    expect(bodies()).toEqual([['schluessel-1', firstFinishBody]]);
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Deine Karte ist gespeichert.' }]);
    expect(shell.recorded.reloadHolds).toBe(0);
    const recordedStorage = JSON.stringify([
      calls.mock.calls,
      shell.store.getState(),
      { ...window.localStorage },
      { ...window.sessionStorage },
      shell.recorded,
    ]);
    expect(recordedStorage).toContain('karte-1');
    expect(recordedStorage).not.toContain(CARD_NUMBER);
    expect(recordedStorage).not.toContain(CARD_NUMBER.slice(0, 8));
  });

  it('keeps a card that its owner had already, and says so', async () => {
    const { flow, shows, shell } = startRegistration([
      answer(finishCardRegistration, finishAnswerWith('SUCCEEDED', { CardId: 'karte-0' })),
    ]);
    flow.save(visaCard);
    await shows('saved');
    expect(flow.get()).toEqual({ kind: 'saved', cardId: 'karte-0' });
    expect(shell.recorded.snackbars).toMatchObject([{ text: 'Diese Karte hattest du schon. Sie bleibt gespeichert.' }]);
  });

  it('sends the owner’s names first, and names the type Maestro', async () => {
    const paymentUser = {
      key: uid,
      mangoPayData: { Id: 'zahler', defaultCardId: null },
      firstName: 'Frieda',
      lastName: 'Fuchs',
    };
    const { flow, shows, calls } = startRegistration([
      answer(createNaturalUser, paymentUser),
      answer(finishCardRegistration, finishAnswerWith('SUCCEEDED')),
    ]);
    flow.save({
      brand: 'MAESTRO',
      data: { number: '6759649826438453', expiry: '0828', cvv: '000' },
      names: { firstName: 'Frieda', lastName: 'Fuchs' },
    });
    await shows('saved');
    expect(calls.mock.calls.slice(0, 2).map(([{ name }, input]) => [name, input.body])).toEqual([
      ['createNaturalUser', { firstName: 'Frieda', lastName: 'Fuchs' }],
      ['registerCard', { cardType: 'MAESTRO' }],
    ]);
  });

  it('reports too many tries at once where no bank was asked, and allows a later try', async () => {
    const { flow, shows, bodies } = startRegistration([
      refuse(finishCardRegistration, 'ErrorTooManyAttempts', { retryAfterMs: 2_400_000, nothingBegun: true }),
    ]);
    flow.save(visaCard);
    await shows('form');
    expect([flow.get(), bodies().length, { ...window.localStorage }]).toMatchObject([
      { failure: { code: 'ErrorTooManyAttempts', retryAfterMs: 2_400_000 } },
      1,
      {},
    ]);
  });

  it('does nothing for a second press', async () => {
    const { flow, shows, calls } = startRegistration([answer(finishCardRegistration, finishAnswerWith('SUCCEEDED'))]);
    flow.save(visaCard);
    flow.save(visaCard);
    await shows('saved');
    expect(calls.mock.calls.filter(([{ name }]) => name === 'registerCard')).toHaveLength(1);
  });

  it.each<[string, ProviderAnswers, string]>([
    ['the tokeniser refuses the number', { tokenise: respondWithText('errorCode=02625') }, '02625'],
    ['the tokeniser answers nothing', { tokenise: respondWithText('') }, '001599'],
    ['the tokeniser fails', { tokenise: respondWithText('data=x', 500) }, '001599'],
    ['the tokeniser can’t be reached', { tokenise: failRequest }, '001596'],
    ['the provider can’t be reached', { finish: failRequest }, '001596'],
    ['the provider answers no JSON', { finish: respondWithText('<html>') }, '101699'],
    [
      'the provider refuses',
      { finish: respondWithText(JSON.stringify({ ResultCode: '105203', CardId: null })) },
      '105203',
    ],
    [
      'the provider names no card',
      { finish: respondWithText(JSON.stringify({ ResultCode: '000000', CardId: null })) },
      '001599',
    ],
  ])('says why where %s, and can be tried again', async (_, providerOverrides, errorCode) => {
    const { flow, shows, bodies } = startRegistration([], providerOverrides);
    flow.save(visaCard);
    await shows('form');
    expectFailureForm(flow.get());
    expect(flow.get()).toMatchObject({ failure: { details: { ResultCode: errorCode } } });
    expect(bodies()).toEqual([]);
    flow.save(visaCard);
    expect(flow.get().kind).toBe('saving');
  });

  it.each<[string, ScenarioAnswer, string]>([
    ['its provider is down', refuse(registerCard, 'providerUnavailable'), 'providerUnavailable'],
    ['there is no connection', failAsUnreachable(registerCard), 'offline'],
    ['its owner isn’t known', refuse(registerCard, 'NoPaymentUser'), 'NoPaymentUser'],
  ])('says so where %s, before anything has left the page', async (_, providerAnswers, errorCode) => {
    const { flow, shows, sent } = startRegistration([providerAnswers]);
    flow.save(visaCard);
    await shows('form');
    expect(flow.get()).toMatchObject({ failure: { code: errorCode } });
    expect(sent).toEqual([]);
  });

  it('begins anew after a failure that was seen, and keeps one that nobody has seen', async () => {
    const { flow, shows } = startRegistration([], { tokenise: respondWithText('errorCode=02625') });
    const unsubscribe = flow.subscribe(() => undefined);
    flow.save(visaCard);
    unsubscribe();
    await shows('form');
    expectFailureForm(flow.get());
    flow.subscribe(() => undefined)();
    flow.resume();
    expect(flow.get()).toEqual({ kind: 'form', failure: null });
  });

  it('shows the bank’s refusal, and forgets the card', async () => {
    const { flow, shows } = startRegistration([
      answer(finishCardRegistration, finishAnswerWith('FAILED', { ResultCode: '101101' })),
    ]);
    flow.save(visaCard);
    await shows('form');
    expect(flow.get()).toMatchObject({ failure: { details: { ResultCode: '101101' } } });
    expect({ ...window.localStorage }).toEqual({});
  });
});

describe('while nobody answers', () => {
  it('repeats the call under the same key, and then says that the outcome is unknown', async () => {
    const { flow, shows, pass, bodies, shell } = startRegistration([
      refuse(finishCardRegistration, 'providerUnavailable'),
    ]);
    flow.save(visaCard);
    for (const ms of REQUEST_REPEAT_PAUSES_MS) await pass(ms);
    await shows('unclear');
    expect(bodies()).toEqual(Array.from({ length: 4 }, () => ['schluessel-1', firstFinishBody]));
    shell.use(answer(finishCardRegistration, finishAnswerWith('SUCCEEDED')));
    flow.check();
    await shows('saved');
    expect(bodies().at(-1)).toEqual(['schluessel-2', firstFinishBody]);
  });

  it('discards the card at its owner’s request', async () => {
    const { flow, shows, pass, create } = startRegistration([
      failAsUnreachable(finishCardRegistration),
      answer(deactivateCard, {}),
    ]);
    flow.save(visaCard);
    for (const ms of REQUEST_REPEAT_PAUSES_MS) await pass(ms);
    await shows('unclear');
    flow.discard();
    expect(flow.get()).toEqual({ kind: 'form', failure: null });
    const laterRegistrationFlow = create();
    laterRegistrationFlow.resume();
    expect(laterRegistrationFlow.get().kind).toBe('form');
  });

  it('removes a discarded card, with repeats until the gateway has confirmed it', async () => {
    const { flow, shows, pass, discards, shell, timers } = startRegistration([
      failAsUnreachable(finishCardRegistration),
      failAsUnreachable(deactivateCard),
    ]);
    flow.save(visaCard);
    for (const ms of REQUEST_REPEAT_PAUSES_MS) await pass(ms);
    await shows('unclear');
    flow.discard();
    await pass(1000);
    shell.use(refuse(deactivateCard, 'providerUnavailable'));
    await pass(2000);
    await pass(4000);
    await waitFor(() => expect(timers.pendingCount()).toBe(1));
    shell.use(answer(deactivateCard, {}));
    await pass(60_000);
    await waitFor(() => expect({ ...window.localStorage }).toEqual({}));
    expect(discards()).toEqual(Array.from({ length: 5 }, () => ({ cardId: 'karte-1' })));
  });

  it('continues to discard cards after a reload, those of an earlier page included', async () => {
    window.localStorage.setItem(`mahlzeit.user.${uid}.newCard`, JSON.stringify({ cardId: 'karte-1', brand: 'VISA' }));
    const { flow, discards, shell, create, timers } = startRegistration([
      answer(finishCardRegistration, bankApprovalAnswer),
      failAsUnreachable(deactivateCard),
    ]);
    flow.discard();
    await waitFor(() => expect(timers.pendingCount()).toBe(1));
    expect([JSON.parse(window.localStorage.getItem(`mahlzeit.user.${uid}.discardedCards`) ?? ''), discards()]).toEqual([
      ['karte-1'],
      [{ cardId: 'karte-1' }],
    ]);
    shell.use(answer(deactivateCard, {}));
    create();
    await waitFor(() => expect({ ...window.localStorage }).toEqual({}));
  });

  it('keeps a discarded card that its owner has entered again', async () => {
    window.localStorage.setItem(`mahlzeit.user.${uid}.discardedCards`, '["karte-0"]');
    const { flow, shows } = startRegistration([
      failAsUnreachable(deactivateCard),
      answer(finishCardRegistration, finishAnswerWith('SUCCEEDED', { CardId: 'karte-0' })),
    ]);
    flow.save(visaCard);
    await shows('saved');
    expect({ ...window.localStorage }).toEqual({});
  });

  it('A06 discards no card for the next user', async () => {
    window.localStorage.setItem(`mahlzeit.user.${uid}.discardedCards`, '["karte-0"]');
    const { discards, shell, create } = startRegistration([failAsUnreachable(deactivateCard)]);
    await waitFor(() => expect(discards()).toHaveLength(1));
    shell.setSession('anonymous');
    create();
    expect(discards()).toHaveLength(1);
  });
});

describe('where the bank asks', () => {
  it('shows the bank’s page, and finishes with the id that it returns', async () => {
    const { flow, shows, pass, bodies, shell } = startRegistration([
      answer(finishCardRegistration, bankApprovalAnswer),
    ]);
    flow.save(visaCard);
    await shows('bank');
    const unsubscribe = flow.subscribe(() => undefined);
    expect([flow.get(), shell.recorded.reloadHolds]).toEqual([{ kind: 'bank', url: 'https://bank.test/3ds' }, 1]);
    unsubscribe();
    expect(shell.recorded.reloadHolds).toBe(0);
    shell.use(answer(finishCardRegistration, finishAnswerWith('SUCCEEDED')));
    flow.onBankReturn('vorab-1');
    await pass(BANK_RETURN_DELAY_MS);
    await shows('saved');
    expect(flow.get()).toEqual({ kind: 'saved', cardId: 'karte-1' });
    expect(bodies().at(-1)).toEqual(['schluessel-2', { preAuthorizationId: 'vorab-1' }]);
  });

  it('repeats the question while the card is undecided, and then says so', async () => {
    const { flow, shows, pass } = startRegistration([answer(finishCardRegistration, bankApprovalAnswer)]);
    flow.save(visaCard);
    await shows('bank');
    flow.onBankReturn('vorab-1');
    await pass(BANK_RETURN_DELAY_MS);
    for (const ms of POLL_PAUSES_MS) await pass(ms);
    await shows('unclear');
  });

  it('is left, and found again', async () => {
    const { flow, shows } = startRegistration([answer(finishCardRegistration, bankApprovalAnswer)]);
    flow.save(visaCard);
    await shows('bank');
    flow.cancelBank();
    expect(flow.get().kind).toBe('waiting');
    await shows('unclear');
    expect(flow.get()).toEqual({ kind: 'unclear', bankUrl: 'https://bank.test/3ds' });
    flow.goOn();
    expect(flow.get()).toEqual({ kind: 'bank', url: 'https://bank.test/3ds' });
  });

  it('continues after a reload with only the card’s id', async () => {
    const { flow, shows, create, bodies } = startRegistration([answer(finishCardRegistration, bankApprovalAnswer)]);
    flow.save(visaCard);
    await shows('bank');
    const reloadedFlow = create();
    reloadedFlow.resume();
    expect(reloadedFlow.get().kind).toBe('waiting');
    await waitFor(() => expect(reloadedFlow.get()).toEqual({ kind: 'bank', url: 'https://bank.test/3ds' }));
    expect(bodies().at(-1)).toEqual(['schluessel-2', firstFinishBody]);
  });

  it('continues after the bank has left its frame', async () => {
    const { create } = startRegistration([answer(finishCardRegistration, finishAnswerWith('SUCCEEDED'))]);
    window.localStorage.setItem(`mahlzeit.user.${uid}.newCard`, JSON.stringify({ cardId: 'karte-1', brand: 'VISA' }));
    const reloadedFlow = create();
    reloadedFlow.onBankReturn('vorab-1');
    expect(reloadedFlow.get().kind).toBe('waiting');
    await waitFor(() => expect(reloadedFlow.get()).toEqual({ kind: 'saved', cardId: 'karte-1' }));
  });

  it.each(['kein JSON', '{"cardId":7}', 'null'])('A06 takes nothing from a storage that holds %p', (text) => {
    const { create } = startRegistration([]);
    window.localStorage.setItem(`mahlzeit.user.${uid}.newCard`, text);
    const registrationFlow = create();
    registrationFlow.resume();
    expect(registrationFlow.get()).toEqual({ kind: 'form', failure: null });
  });
});

it('A06 starts again with the form when the owner logs out and in while the card is being sent', async () => {
  let answerProvider = (_response: Response): void => undefined;
  const { flow, shell, shows, sent } = startRegistration([], {
    tokenise: () => new Promise((resolve) => (answerProvider = resolve)),
  });
  const unsubscribe = flow.subscribe(() => undefined);
  flow.save(visaCard);
  await waitFor(() => expect(sent).toHaveLength(1));
  shell.setSession('anonymous');
  unsubscribe();
  answerProvider(new Response('data=marke'));
  await shows('form');
  expect(shell.recorded.reloadHolds).toBe(0);
  shell.setSession('verified');
  flow.resume();
  expect(flow.get()).toEqual({ kind: 'form', failure: null });
});

it('A06 shows nothing to the next user', async () => {
  const { flow, shell, sent } = startRegistration([neverRespond(finishCardRegistration)]);
  flow.save(visaCard);
  await waitFor(() => expect(sent).toHaveLength(2));
  shell.setSession('anonymous');
  flow.cancelBank();
  flow.save(visaCard);
  expect([flow.get().kind, sent.length]).toEqual(['saving', 2]);
});
