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
import { answer, createManualTimers, fakeShell, neverRespond, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { POLL_PAUSES_MS, REPEAT_PAUSES_MS, RETURN_DELAY_MS } from '../providers';
import { createCardRegistration } from './card-registration';
import type { NewCard } from './card-transitions';

beforeEach(() => window.localStorage.clear());

const { uid } = anAccount();
const NUMBER = '4970105181818183';
const visa: NewCard = { brand: 'VISA', data: { number: NUMBER, expiry: '0828', cvv: '123' }, names: null };
const registration: CardRegistration = {
  Id: 'reg-1',
  CardRegistrationURL: 'https://tokens.test/tokenise',
  PreregistrationData: 'vorab',
  AccessKey: 'zugang',
  finishUrl: 'https://api.test/v2.01/client/CardRegistrations/reg-1',
};
const browser = {
  JavaEnabled: false,
  Language: 'de',
  ColorDepth: 24,
  ScreenHeight: 800,
  ScreenWidth: 360,
  TimeZoneOffset: -120,
  UserAgent: 'Test',
  JavascriptEnabled: true,
};
const finished = (Status: CardFinishAnswer['Status'], overrides: Partial<CardFinishAnswer> = {}): CardFinishAnswer => ({
  Status,
  SecureModeReturnURL: null,
  SecureModeRedirectURL: null,
  ResultCode: null,
  ...overrides,
});
const askedByBank = finished('CREATED', { SecureModeRedirectURL: 'https://bank.test/3ds' });

/** Responses of the provider to its two requests. */
type ProviderAnswers = Readonly<Partial<Record<'tokenise' | 'finish', () => Promise<Response>>>>;

const takes =
  (text: string, status = 200) =>
  (): Promise<Response> =>
    Promise.resolve(new Response(text, { status }));
const drops = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

const begin = (
  answers: readonly ScenarioAnswer[],
  {
    tokenise = takes('data=marke'),
    finish = takes(JSON.stringify({ ResultCode: '000000', CardId: 'karte-1' })),
  }: ProviderAnswers = {},
) => {
  const shell = fakeShell({
    session: 'verified',
    answers: [...answers, answer(registerCard, registration), answer(getCards, []), answer(getPaymentUser, null)],
  });
  const calls = jest.spyOn(shell.apiClient, 'call');
  const timers = createManualTimers();
  const sent: { readonly url: string; readonly body: Readonly<Record<string, string>> }[] = [];
  let keys = 0;
  const create = () =>
    createCardRegistration({
      shell,
      uid,
      timers,
      storage: () => window.localStorage,
      createKey: () => `schluessel-${(keys += 1)}`,
      browserInfo: () => browser,
      send(url, body) {
        sent.push({ url, body: Object.fromEntries(body) });
        return url === registration.finishUrl ? finish() : tokenise();
      },
    });
  const flow = create();
  const shows = (kind: string) => waitFor(() => expect(flow.get().kind).toBe(kind));
  /** Waits until the next pause starts, then advances the time to its end. */
  const pass = async (ms: number) => {
    await waitFor(() => expect(timers.pending()).toBe(1));
    timers.advance(ms);
  };
  const bodies = () =>
    calls.mock.calls
      .filter(([route]) => route.name === 'finishCardRegistration')
      .map(([, input]) => [input.idempotencyKey, input.body]);
  const discards = () =>
    calls.mock.calls.filter(([route]) => route.name === 'deactivateCard').map(([, input]) => input.body);
  return { shell, timers, flow, create, shows, pass, sent, bodies, discards, calls };
};

const first = { cardId: 'karte-1', cardTypeAlias: 'VISA', browserInfo: browser };
const failureCode = (step: unknown) =>
  expect(step).toMatchObject({ kind: 'form', failure: { details: { ResultCode: expect.any(String) } } });

describe('registering a card', () => {
  it('goes straight to the provider with its number, and to the gateway with the card’s id alone', async () => {
    const { flow, shows, sent, bodies, shell, calls } = begin([answer(finishCardRegistration, finished('SUCCEEDED'))]);
    flow.save(visa);
    expect(flow.get()).toEqual({ kind: 'saving' });
    await shows('saved');
    expect(flow.get()).toEqual({ kind: 'saved', cardId: 'karte-1' });
    expect(sent).toEqual([
      {
        url: 'https://tokens.test/tokenise',
        body: { data: 'vorab', accessKeyRef: 'zugang', cardNumber: NUMBER, cardExpirationDate: '0828', cardCvx: '123' },
      },
      {
        url: 'https://api.test/v2.01/client/CardRegistrations/reg-1',
        body: { Id: 'reg-1', RegistrationData: 'data=marke' },
      },
    ]);
    expect(bodies()).toEqual([['schluessel-1', first]]);
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Deine Karte ist gespeichert.' }]);
    expect(shell.recorded.reloadHolds).toBe(0);
    const seen = JSON.stringify([
      calls.mock.calls,
      shell.store.getState(),
      { ...window.localStorage },
      { ...window.sessionStorage },
      shell.recorded,
    ]);
    expect(seen).toContain('karte-1');
    expect(seen).not.toContain(NUMBER);
    expect(seen).not.toContain(NUMBER.slice(0, 8));
  });

  it('keeps a card that its owner had already, and says so', async () => {
    const { flow, shows, shell } = begin([
      answer(finishCardRegistration, finished('SUCCEEDED', { CardId: 'karte-0' })),
    ]);
    flow.save(visa);
    await shows('saved');
    expect(flow.get()).toEqual({ kind: 'saved', cardId: 'karte-0' });
    expect(shell.recorded.snackbars).toMatchObject([{ text: 'Diese Karte hattest du schon. Sie bleibt gespeichert.' }]);
  });

  it('sends the owner’s names first, and names the type Maestro', async () => {
    const payer = {
      key: uid,
      mangoPayData: { Id: 'zahler', defaultCardId: null },
      firstName: 'Frieda',
      lastName: 'Fuchs',
    };
    const { flow, shows, calls } = begin([
      answer(createNaturalUser, payer),
      answer(finishCardRegistration, finished('SUCCEEDED')),
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
    const { flow, shows, bodies } = begin([
      refuse(finishCardRegistration, 'ErrorTooManyAttempts', { retryAfterMs: 2_400_000, nothingBegun: true }),
    ]);
    flow.save(visa);
    await shows('form');
    expect([flow.get(), bodies().length, { ...window.localStorage }]).toMatchObject([
      { failure: { code: 'ErrorTooManyAttempts', retryAfterMs: 2_400_000 } },
      1,
      {},
    ]);
  });

  it('does nothing for a second press', async () => {
    const { flow, shows, calls } = begin([answer(finishCardRegistration, finished('SUCCEEDED'))]);
    flow.save(visa);
    flow.save(visa);
    await shows('saved');
    expect(calls.mock.calls.filter(([{ name }]) => name === 'registerCard')).toHaveLength(1);
  });

  it.each<[string, ProviderAnswers, string]>([
    ['the tokeniser refuses the number', { tokenise: takes('errorCode=02625') }, '02625'],
    ['the tokeniser answers nothing', { tokenise: takes('') }, '001599'],
    ['the tokeniser fails', { tokenise: takes('data=x', 500) }, '001599'],
    ['the tokeniser can’t be reached', { tokenise: drops }, '001596'],
    ['the provider can’t be reached', { finish: drops }, '001596'],
    ['the provider answers no JSON', { finish: takes('<html>') }, '101699'],
    ['the provider refuses', { finish: takes(JSON.stringify({ ResultCode: '105203', CardId: null })) }, '105203'],
    ['the provider names no card', { finish: takes(JSON.stringify({ ResultCode: '000000', CardId: null })) }, '001599'],
  ])('says why where %s, and can be tried again', async (_, provider, code) => {
    const { flow, shows, bodies } = begin([], provider);
    flow.save(visa);
    await shows('form');
    failureCode(flow.get());
    expect(flow.get()).toMatchObject({ failure: { details: { ResultCode: code } } });
    expect(bodies()).toEqual([]);
    flow.save(visa);
    expect(flow.get().kind).toBe('saving');
  });

  it.each<[string, ScenarioAnswer, string]>([
    ['its provider is down', refuse(registerCard, 'providerUnavailable'), 'providerUnavailable'],
    ['there is no connection', unreachable(registerCard), 'offline'],
    ['its owner isn’t known', refuse(registerCard, 'NoPaymentUser'), 'NoPaymentUser'],
  ])('says so where %s, before anything has left the page', async (_, given, code) => {
    const { flow, shows, sent } = begin([given]);
    flow.save(visa);
    await shows('form');
    expect(flow.get()).toMatchObject({ failure: { code } });
    expect(sent).toEqual([]);
  });

  it('begins anew after a failure that was seen, and keeps one that nobody has seen', async () => {
    const { flow, shows } = begin([], { tokenise: takes('errorCode=02625') });
    const leave = flow.subscribe(() => undefined);
    flow.save(visa);
    leave();
    await shows('form');
    failureCode(flow.get());
    flow.subscribe(() => undefined)();
    flow.resume();
    expect(flow.get()).toEqual({ kind: 'form', failure: null });
  });

  it('shows the bank’s refusal, and forgets the card', async () => {
    const { flow, shows } = begin([answer(finishCardRegistration, finished('FAILED', { ResultCode: '101101' }))]);
    flow.save(visa);
    await shows('form');
    expect(flow.get()).toMatchObject({ failure: { details: { ResultCode: '101101' } } });
    expect({ ...window.localStorage }).toEqual({});
  });
});

describe('while nobody answers', () => {
  it('repeats the call under the same key, and then says that the outcome is unknown', async () => {
    const { flow, shows, pass, bodies, shell } = begin([refuse(finishCardRegistration, 'providerUnavailable')]);
    flow.save(visa);
    for (const ms of REPEAT_PAUSES_MS) await pass(ms);
    await shows('unclear');
    expect(bodies()).toEqual(Array.from({ length: 4 }, () => ['schluessel-1', first]));
    shell.use(answer(finishCardRegistration, finished('SUCCEEDED')));
    flow.check();
    await shows('saved');
    expect(bodies().at(-1)).toEqual(['schluessel-2', first]);
  });

  it('discards the card at its owner’s request', async () => {
    const { flow, shows, pass, create } = begin([unreachable(finishCardRegistration), answer(deactivateCard, {})]);
    flow.save(visa);
    for (const ms of REPEAT_PAUSES_MS) await pass(ms);
    await shows('unclear');
    flow.discard();
    expect(flow.get()).toEqual({ kind: 'form', failure: null });
    const later = create();
    later.resume();
    expect(later.get().kind).toBe('form');
  });

  it('removes a discarded card, with repeats until the gateway has confirmed it', async () => {
    const { flow, shows, pass, discards, shell, timers } = begin([
      unreachable(finishCardRegistration),
      unreachable(deactivateCard),
    ]);
    flow.save(visa);
    for (const ms of REPEAT_PAUSES_MS) await pass(ms);
    await shows('unclear');
    flow.discard();
    await pass(1000);
    shell.use(refuse(deactivateCard, 'providerUnavailable'));
    await pass(2000);
    await pass(4000);
    await waitFor(() => expect(timers.pending()).toBe(1));
    shell.use(answer(deactivateCard, {}));
    await pass(60_000);
    await waitFor(() => expect({ ...window.localStorage }).toEqual({}));
    expect(discards()).toEqual(Array.from({ length: 5 }, () => ({ cardId: 'karte-1' })));
  });

  it('continues to discard cards after a reload, those of an earlier page included', async () => {
    window.localStorage.setItem(`mahlzeit.user.${uid}.newCard`, JSON.stringify({ cardId: 'karte-1', brand: 'VISA' }));
    const { flow, discards, shell, create, timers } = begin([
      answer(finishCardRegistration, askedByBank),
      unreachable(deactivateCard),
    ]);
    flow.discard();
    await waitFor(() => expect(timers.pending()).toBe(1));
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
    const { flow, shows } = begin([
      unreachable(deactivateCard),
      answer(finishCardRegistration, finished('SUCCEEDED', { CardId: 'karte-0' })),
    ]);
    flow.save(visa);
    await shows('saved');
    expect({ ...window.localStorage }).toEqual({});
  });

  it('A06 discards no card for the next user', async () => {
    window.localStorage.setItem(`mahlzeit.user.${uid}.discardedCards`, '["karte-0"]');
    const { discards, shell, create } = begin([unreachable(deactivateCard)]);
    await waitFor(() => expect(discards()).toHaveLength(1));
    shell.setSession('anonymous');
    create();
    expect(discards()).toHaveLength(1);
  });
});

describe('where the bank asks', () => {
  it('shows the bank’s page, and finishes with the id that it returns', async () => {
    const { flow, shows, pass, bodies, shell } = begin([answer(finishCardRegistration, askedByBank)]);
    flow.save(visa);
    await shows('bank');
    const leave = flow.subscribe(() => undefined);
    expect([flow.get(), shell.recorded.reloadHolds]).toEqual([{ kind: 'bank', url: 'https://bank.test/3ds' }, 1]);
    leave();
    expect(shell.recorded.reloadHolds).toBe(0);
    shell.use(answer(finishCardRegistration, finished('SUCCEEDED')));
    flow.onBankReturn('vorab-1');
    await pass(RETURN_DELAY_MS);
    await shows('saved');
    expect(flow.get()).toEqual({ kind: 'saved', cardId: 'karte-1' });
    expect(bodies().at(-1)).toEqual(['schluessel-2', { preAuthorizationId: 'vorab-1' }]);
  });

  it('repeats the question while the card is undecided, and then says so', async () => {
    const { flow, shows, pass } = begin([answer(finishCardRegistration, askedByBank)]);
    flow.save(visa);
    await shows('bank');
    flow.onBankReturn('vorab-1');
    await pass(RETURN_DELAY_MS);
    for (const ms of POLL_PAUSES_MS) await pass(ms);
    await shows('unclear');
  });

  it('is left, and found again', async () => {
    const { flow, shows } = begin([answer(finishCardRegistration, askedByBank)]);
    flow.save(visa);
    await shows('bank');
    flow.cancelBank();
    expect(flow.get().kind).toBe('waiting');
    await shows('unclear');
    expect(flow.get()).toEqual({ kind: 'unclear', bankUrl: 'https://bank.test/3ds' });
    flow.goOn();
    expect(flow.get()).toEqual({ kind: 'bank', url: 'https://bank.test/3ds' });
  });

  it('continues after a reload with only the card’s id', async () => {
    const { flow, shows, create, bodies } = begin([answer(finishCardRegistration, askedByBank)]);
    flow.save(visa);
    await shows('bank');
    const reloaded = create();
    reloaded.resume();
    expect(reloaded.get().kind).toBe('waiting');
    await waitFor(() => expect(reloaded.get()).toEqual({ kind: 'bank', url: 'https://bank.test/3ds' }));
    expect(bodies().at(-1)).toEqual(['schluessel-2', first]);
  });

  it('continues after the bank has left its frame', async () => {
    const { create } = begin([answer(finishCardRegistration, finished('SUCCEEDED'))]);
    window.localStorage.setItem(`mahlzeit.user.${uid}.newCard`, JSON.stringify({ cardId: 'karte-1', brand: 'VISA' }));
    const reloaded = create();
    reloaded.onBankReturn('vorab-1');
    expect(reloaded.get().kind).toBe('waiting');
    await waitFor(() => expect(reloaded.get()).toEqual({ kind: 'saved', cardId: 'karte-1' }));
  });

  it.each(['kein JSON', '{"cardId":7}', 'null'])('A06 takes nothing from a storage that holds %p', (text) => {
    const { create } = begin([]);
    window.localStorage.setItem(`mahlzeit.user.${uid}.newCard`, text);
    const flow = create();
    flow.resume();
    expect(flow.get()).toEqual({ kind: 'form', failure: null });
  });
});

it('A06 shows nothing to the next user', async () => {
  const { flow, shell, sent } = begin([neverRespond(finishCardRegistration)]);
  flow.save(visa);
  await waitFor(() => expect(sent).toHaveLength(2));
  shell.setSession('anonymous');
  flow.cancelBank();
  flow.save(visa);
  expect([flow.get().kind, sent.length]).toEqual(['saving', 2]);
});
