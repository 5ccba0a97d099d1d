import { CardFinishAnswer, ErrorBody } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { outcomeOf } from '../../identity/testing/people';
import type { Answer } from '../../identity/testing/people';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import { decide, giveFault } from '../testing/counter';
import { atProvider, cardOwner, NUMBERS } from '../testing/wallet';
import type { CardOwnerPerson } from '../testing/wallet';
import { canPay, isCardExpired } from './card-access';

const gateways = testGateways();
let gateway: TestGateway;
let owner: CardOwnerPerson;
const endFaults = (): Promise<Response> => fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
beforeAll(async () => {
  gateway = await gateways.start();
});
beforeEach(async () => {
  owner = await cardOwner(gateway);
  await endFaults();
});

const Held = z.array(
  z.object({
    Id: z.string(),
    Status: z.string(),
    PaymentStatus: z.string(),
    CardId: z.string(),
    DebitedFunds: z.object({ Amount: z.number() }),
  }),
);
const heldOn = async (cardId: string) => Held.parse(await atProvider(gateway, `/cards/${cardId}/preauthorizations`));
const standing = async (cardId: string): Promise<string[]> =>
  (await heldOn(cardId)).map(({ Status, PaymentStatus }) => `${Status} ${PaymentStatus}`);
const isActive = async (cardId: string): Promise<boolean> =>
  z.object({ Active: z.boolean() }).parse(await atProvider(gateway, `/cards/${cardId}`)).Active;
const payerOf = async ({ uid }: CardOwnerPerson): Promise<string> =>
  z
    .object({ provider_id: z.string() })
    .parse(await gateway.database.knex('payment_user').where({ uid }).first('provider_id')).provider_id;
const choose = (who: CardOwnerPerson, cardId?: string): Promise<Answer> =>
  who.call('POST', '/api/payment/setDefaultCard', { cardId });
const remove = (who: CardOwnerPerson, cardId?: string): Promise<Answer> =>
  who.call('POST', '/api/payment/deactivateCard', { cardId });
const messageOf = ({ body }: Answer): string => ErrorBody.parse(body).message;

/** Returns the id that the bank's page comes back with. */
const askedBank = async (
  answer: { readonly SecureModeRedirectURL: string | null },
  result: string,
): Promise<string> => {
  const back = await decide(answer.SecureModeRedirectURL ?? '', result);
  expect(back.origin + back.pathname).toBe(`${gateway.url}/payment/return`);
  return back.searchParams.get('preAuthorizationId') ?? '';
};

describe('a user without a card', () => {
  it('becomes a payment user once, by the names of the form', async () => {
    expect(await owner.call('GET', '/api/payment/user')).toMatchObject({ status: 200, body: null });
    const first = await owner.join({ firstName: ' Ana ', lastName: 'Kowalczyk' });
    expect(first).toMatchObject({
      status: 200,
      body: {
        key: owner.uid,
        firstName: 'Ana',
        lastName: 'Kowalczyk',
        mangoPayData: { Id: expect.any(String), defaultCardId: null },
      },
    });
    expect((await owner.join({ firstName: 'Anders', lastName: 'Anders' })).body).toEqual(first.body);
    expect(await atProvider(gateway, `/users/${await payerOf(owner)}`)).toMatchObject({
      FirstName: 'Ana',
      LastName: 'Kowalczyk',
      Email: owner.email,
      UserCategory: 'PAYER',
      TermsAndConditionsAccepted: true,
    });
  });

  it('becomes one payment user however many tabs ask at once, even by other names', async () => {
    const answers = await Promise.all(
      ['Anna', 'Anna', 'Anne'].map((firstName) => owner.join({ firstName, lastName: 'Gast' })),
    );
    const again = await owner.join();
    const ids = [...answers, again].flatMap(({ status, body }) =>
      status === 200 ? [z.object({ mangoPayData: z.object({ Id: z.string() }) }).parse(body).mangoPayData.Id] : [],
    );
    expect([new Set(ids).size, answers.some(({ status }) => status === 200)]).toEqual([1, true]);
  });

  it('becomes one payment user where the provider’s answer is lost', async () => {
    await giveFault(gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'afterCommit',
      kind: 'drop',
    });
    expect(outcomeOf(await owner.join())).toEqual([503, 'providerUnavailable']);
    // The payer keeps the name of the first registration.
    expect((await owner.join({ firstName: 'Anne', lastName: 'Gast' })).body).toMatchObject({ firstName: 'Anna' });
  });

  it('may repeat the form with other names after the provider refused the first ones', async () => {
    await giveFault(gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'beforeCommit',
      kind: 'fail',
      status: 400,
    });
    const refused = await owner.join();
    expect([...outcomeOf(refused), messageOf(refused)]).toEqual([402, 'mangopay-error', 'mangopay-error/001999']);
    expect((await owner.join({ firstName: 'Anne', lastName: 'Gast' })).body).toMatchObject({ firstName: 'Anne' });
  });

  it('can register no card, and no card of an unknown type', async () => {
    expect(outcomeOf(await owner.call('POST', '/api/payment/cardRegistration', { cardType: 'MAESTRO' }))).toEqual([
      409,
      'NoPaymentUser',
    ]);
    for (const body of [{}, { cardType: 'AMEX' }])
      expect(outcomeOf(await owner.call('POST', '/api/payment/cardRegistration', body))).toEqual([400, 'NoCardType']);
    expect(outcomeOf(await owner.finish({ cardId: 'card_m_1', cardTypeAlias: 'VISA' }))).toEqual([
      409,
      'NoPaymentUser',
    ]);
  });
});

describe('a card', () => {
  beforeEach(async () => {
    await owner.join();
  });

  it('can pay at once where the bank doesn’t ask, is the default card, and holds no money', async () => {
    const { cardId, answer } = await owner.added(NUMBERS.frictionless);
    expect(answer).toEqual({
      Status: 'SUCCEEDED',
      SecureModeReturnURL: null,
      SecureModeRedirectURL: null,
      ResultCode: null,
    });
    await gateway.catchUp();
    expect([await standing(cardId), await owner.cards(), await owner.defaultCard()]).toEqual([
      ['SUCCEEDED CANCELED'],
      [cardId],
      cardId,
    ]);
    expect((await owner.call('GET', '/api/payment/cards')).body).toEqual([
      {
        mangoPayData: { Id: cardId, Alias: '**** 1119', ExpirationDate: '1235', Active: true, Validity: 'VALID' },
        data: { typeAlias: 'VISA' },
      },
    ]);
  });

  it.each([
    ['challenge', NUMBERS.challenge],
    ['maestro', NUMBERS.maestro],
  ])('that the bank asks about can pay once its owner has said yes: %s', async (_, number) => {
    const { cardId, answer } = await owner.added(number);
    expect(answer).toMatchObject({
      Status: 'CREATED',
      ResultCode: null,
      SecureModeRedirectURL: expect.stringContaining('/3ds/'),
      SecureModeReturnURL: expect.stringMatching(/\/payment\/return\?preAuthorizationId=\w+$/),
    });
    expect([await owner.cards(), await owner.defaultCard()]).toEqual([[], null]);
    const preAuthorizationId = await askedBank(answer, 'success');
    expect(outcomeOf(await owner.finish({ preAuthorizationId }))).toEqual([200]);
    await gateway.catchUp();
    expect([await standing(cardId), await owner.cards(), await owner.defaultCard()]).toEqual([
      ['SUCCEEDED CANCELED'],
      [cardId],
      cardId,
    ]);
  });

  it('C15 is CREATED while its owner hasn’t answered the bank', async () => {
    const { cardId, answer } = await owner.added(NUMBERS.challenge);
    const preAuthorizationId = new URL(answer.SecureModeReturnURL ?? '').searchParams.get('preAuthorizationId');
    expect((await owner.finish({ preAuthorizationId })).body).toEqual(answer);
    expect([(await owner.finish({ cardId, cardTypeAlias: 'VISA' })).body, (await heldOn(cardId)).length]).toEqual([
      answer,
      1,
    ]);
  });

  it.each([
    ['fail', '101301'],
    ['cancel', '101002'],
  ])('that its owner denies to the bank is gone: %s', async (result, code) => {
    const { cardId, answer } = await owner.added(NUMBERS.challenge);
    const preAuthorizationId = await askedBank(answer, result);
    expect((await owner.finish({ preAuthorizationId })).body).toMatchObject({
      Status: 'FAILED',
      ResultCode: code,
      SecureModeRedirectURL: null,
    });
    await gateway.catchUp();
    expect([await isActive(cardId), await owner.cards(), await owner.defaultCard()]).toEqual([false, [], null]);
  });

  it.each(['101305', '101306'])(
    'makes the bank ask for an hour after it has refused a registration with %s',
    async (resultCode) => {
      const refused = await owner.tokenised(NUMBERS.frictionless);
      await giveFault(gateway, {
        provider: 'mangopay',
        operation: 'cardRegistration',
        when: 'beforeCommit',
        kind: 'fail',
        resultCode,
      });
      expect((await owner.finish({ cardId: refused, cardTypeAlias: 'VISA' })).body).toMatchObject({
        Status: 'FAILED',
        ResultCode: resultCode,
      });
      const again = await owner.added();
      expect(again.answer).toMatchObject({ Status: 'CREATED', SecureModeRedirectURL: expect.any(String) });
      await owner.finish({ preAuthorizationId: await askedBank(again.answer, 'success') });
      expect(await owner.cards()).toEqual([again.cardId]);
      await gateway.database.write(({ knex }) =>
        knex('card_pre_authorization')
          .where({ card_id: refused })
          .update({ begun_at: gateway.clock.realNow() - 3_600_000 }),
      );
      expect((await owner.added(NUMBERS.frictionless, { cardExpirationDate: '1136' })).answer).toMatchObject({
        Status: 'SUCCEEDED',
      });
    },
  );

  it('is removed where the bank declines it', async () => {
    const { cardId, answer } = await owner.added(NUMBERS.frictionless, { cardCvx: '999' });
    expect(answer).toMatchObject({ Status: 'FAILED', ResultCode: '101101' });
    expect(await owner.cards()).toEqual([]);
    await gateway.catchUp();
    expect(await isActive(cardId)).toBe(false);
  });

  it('is pre-authorised once, however often the request is repeated', async () => {
    const cardId = await owner.tokenised(NUMBERS.frictionless);
    const answers = await Promise.all([1, 2, 3].map(() => owner.finish({ cardId, cardTypeAlias: 'VISA' })));
    const again = await owner.finish({ cardId, cardTypeAlias: 'VISA' });
    expect([
      ...answers.map(({ status }) => status).filter((status) => ![200, 409, 503].includes(status)),
      again.status,
      (await heldOn(cardId)).length,
    ]).toEqual([200, 1]);
  });

  it('is pre-authorised where the browser sends no facts', async () => {
    const cardId = await owner.tokenised(NUMBERS.frictionless);
    expect((await owner.finish({ cardId, cardTypeAlias: 'VISA' })).body).toMatchObject({ Status: 'SUCCEEDED' });
  });

  it('has the brand that the provider names, whatever the browser says', async () => {
    const cardId = await owner.tokenised(NUMBERS.frictionless);
    await owner.finish({ cardId, cardTypeAlias: 'MASTERCARD' });
    expect((await owner.call('GET', '/api/payment/cards')).body).toMatchObject([{ data: { typeAlias: 'VISA' } }]);
  });

  it('is refused with the code of the missing field', async () => {
    const cardId = await owner.tokenised(NUMBERS.frictionless);
    for (const [body, code] of [
      [{}, 'NoCardId'],
      [{ cardId: ' ', cardTypeAlias: 'VISA' }, 'NoCardId'],
      [{ cardId }, 'NoCardType'],
      [{ preAuthorizationId: ' ' }, 'NoPreauthorizationId'],
    ] as const) {
      expect(outcomeOf(await owner.finish(body))).toEqual([400, code]);
    }
    for (const call of [choose, remove])
      for (const none of [undefined, ' ']) expect(outcomeOf(await call(owner, none))).toEqual([400, 'NoCard']);
  });

  it('is neither listed nor the default card before its registration is finished', async () => {
    const cardId = await owner.tokenised(NUMBERS.frictionless);
    expect([await owner.cards(), outcomeOf(await choose(owner, cardId))]).toEqual([[], [404, 'NoCard']]);
  });

  it('C25 of another user is answered as unknown, and nothing happens to it', async () => {
    const mine = await owner.added(NUMBERS.frictionless);
    const asked = await owner.added(NUMBERS.challenge);
    const preAuthorizationId = new URL(asked.answer.SecureModeReturnURL ?? '').searchParams.get('preAuthorizationId');
    const other = await cardOwner(gateway);
    await other.join();
    const tries = [
      remove(other, mine.cardId),
      choose(other, mine.cardId),
      other.finish({ cardId: mine.cardId, cardTypeAlias: 'VISA' }),
      other.finish({ preAuthorizationId }),
      remove(other, 'card_m_none'),
      other.finish({ preAuthorizationId: 'preauth_m_none' }),
    ];
    for (const answer of await Promise.all(tries)) expect(outcomeOf(answer)).toEqual([404, 'NoCard']);
    expect([await owner.cards(), await owner.defaultCard(), await other.cards(), await other.defaultCard()]).toEqual([
      [mine.cardId],
      mine.cardId,
      [],
      null,
    ]);
  });

  it('becomes the default card by choice, and is replaced by another good one when it is removed', async () => {
    const [first, second] = [
      await owner.added(),
      await owner.added(NUMBERS.frictionless, { cardExpirationDate: '1136' }),
    ];
    expect(await owner.defaultCard()).toBe(first.cardId);
    expect([outcomeOf(await choose(owner, second.cardId)), await owner.defaultCard()]).toEqual([[200], second.cardId]);
    expect([
      outcomeOf(await remove(owner, second.cardId)),
      await owner.defaultCard(),
      await owner.cards(),
      await isActive(second.cardId),
    ]).toEqual([[200], first.cardId, [first.cardId], false]);
    // The card stays removed, and a second removal is no mistake.
    expect([
      outcomeOf(await remove(owner, second.cardId)),
      outcomeOf(await choose(owner, second.cardId)),
      outcomeOf(await owner.finish({ cardId: second.cardId, cardTypeAlias: 'VISA' })),
    ]).toEqual([[200], [404, 'NoCard'], [404, 'NoCard']]);
    expect([outcomeOf(await remove(owner, first.cardId)), await owner.defaultCard(), await owner.cards()]).toEqual([
      [200],
      null,
      [],
    ]);
  });

  it('is the default card where it was chosen last, whatever was chosen while the provider was asked', async () => {
    const [, second, third] = [
      await owner.added(),
      await owner.added(NUMBERS.frictionless, { cardExpirationDate: '1136' }),
      await owner.added(NUMBERS.frictionless, { cardExpirationDate: '1137' }),
    ];
    await giveFault(gateway, {
      provider: 'mangopay',
      operation: 'read',
      when: 'beforeCommit',
      kind: 'delay',
      delayMs: 200,
    });
    const answered: string[] = [];
    await Promise.all(
      [second, third].map(async ({ cardId }) => {
        expect(outcomeOf(await choose(owner, cardId))).toEqual([200]);
        answered.push(cardId);
      }),
    );
    expect(await owner.defaultCard()).toBe(answered.at(-1));
  });

  it.each([
    ['the default one first', [0, 1]],
    ['the default one last', [1, 0]],
  ])('that takes the default one’s place is one that is left, whatever goes at the same time: %s', async (_, order) => {
    const cards = [
      await owner.added(),
      await owner.added(NUMBERS.frictionless, { cardExpirationDate: '1136' }),
      await owner.added(NUMBERS.frictionless, { cardExpirationDate: '1137' }),
    ].map(({ cardId }) => cardId);
    const gone = await Promise.all(order.map((at) => remove(owner, cards[at])));
    expect([gone.map(({ status }) => status), await owner.defaultCard(), await owner.cards()]).toEqual([
      [200, 200],
      cards[2],
      [cards[2]],
    ]);
  });

  it('is stored once however often its owner registers it, and its renewal is another card', async () => {
    const first = await owner.added();
    const again = await owner.tokenised(NUMBERS.frictionless);
    const kept = {
      Status: 'SUCCEEDED',
      SecureModeReturnURL: null,
      SecureModeRedirectURL: null,
      ResultCode: null,
      CardId: first.cardId,
    };
    for (const key of ['doppelt', 'doppelt', 'anders'])
      expect((await owner.finish({ cardId: again, cardTypeAlias: 'VISA' }, key)).body).toEqual(kept);
    expect([
      await owner.cards(),
      await owner.defaultCard(),
      await isActive(again),
      (await heldOn(again)).length,
    ]).toEqual([[first.cardId], first.cardId, false, 0]);
    const renewed = await owner.added(NUMBERS.frictionless, { cardExpirationDate: '1136' });
    expect(await owner.cards()).toEqual([first.cardId, renewed.cardId]);
  });

  it.each([
    ['that the bank doesn’t ask about', NUMBERS.frictionless],
    ['that the bank asks about', NUMBERS.challenge],
  ])('%s, handed over in two tabs at once, is kept once: both are told which', async (_, number) => {
    const tabs = [await owner.tokenised(number), await owner.tokenised(number)];
    const first = await Promise.all(tabs.map((cardId) => owner.finish({ cardId, cardTypeAlias: 'VISA' })));
    const bodies = first.map(({ body }) => CardFinishAnswer.parse(body));
    const isAsked = bodies.every(({ Status }) => Status === 'CREATED');
    const asked = isAsked ? await Promise.all(bodies.map((body) => askedBank(body, 'success'))) : [];
    const last = isAsked
      ? await Promise.all(asked.map((preAuthorizationId) => owner.finish({ preAuthorizationId })))
      : first;
    const kept = await owner.cards();
    expect(
      last.map(({ body }, at) => [
        CardFinishAnswer.parse(body).Status,
        CardFinishAnswer.parse(body).CardId ?? tabs[at],
      ]),
    ).toEqual(tabs.map(() => ['SUCCEEDED', kept[0]]));
    expect([kept.length, await owner.defaultCard()]).toEqual([1, kept[0]]);
    await gateway.catchUp();
    expect(await Promise.all(tabs.map(isActive))).toEqual(tabs.map((cardId) => cardId === kept[0]));
    for (const cardId of tabs) expect(await standing(cardId)).not.toContain('SUCCEEDED WAITING');
    // A repeat gets the same answer.
    for (const preAuthorizationId of asked)
      expect((await owner.finish({ preAuthorizationId })).body).toMatchObject({ Status: 'SUCCEEDED' });
    expect(await owner.cards()).toEqual(kept);
  });

  it.each([
    ['the new one', 0],
    ['the first one', 1],
  ])('whose answer was lost, and that was handed over anew meanwhile, is kept once: %s', async (_, isFirstKept) => {
    const lost = await owner.tokenised(NUMBERS.frictionless);
    await giveFault(gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'afterCommit',
      kind: 'drop',
    });
    expect(outcomeOf(await owner.finish({ cardId: lost, cardTypeAlias: 'VISA' }))).toEqual([
      503,
      'providerUnavailable',
    ]);
    const { cardId: renewed } = await owner.added();
    if (isFirstKept === 1)
      await gateway.database.write(({ knex }) => createPaymentUserRepository(knex).chooseDefaultCard(owner.uid, lost));
    expect(await owner.cards()).toEqual([renewed]);
    gateway.clock.advance(2 * 60_000);
    for (let round = 0; round < 3; round += 1) await gateway.catchUp();
    const [kept, gone] = isFirstKept === 1 ? [lost, renewed] : [renewed, lost];
    expect([
      await owner.cards(),
      await owner.defaultCard(),
      await isActive(gone),
      await standing(kept),
      await standing(gone),
    ]).toEqual([[kept], kept, false, ['SUCCEEDED CANCELED'], ['SUCCEEDED CANCELED']]);
  });

  it('can be registered again after it was removed, and by another owner', async () => {
    const first = await owner.added();
    await remove(owner, first.cardId);
    const other = await cardOwner(gateway);
    await other.join();
    await other.added();
    const second = await owner.added();
    expect([second.answer.CardId, await owner.cards()]).toEqual([undefined, [second.cardId]]);
  });

  it('can’t become the default card after its last month', async () => {
    const [good, over] = [await owner.added(), await owner.added(NUMBERS.frictionless, { cardExpirationDate: '0626' })];
    gateway.clock.moveTo(Date.parse('2026-07-01T00:30:00+02:00'));
    expect(outcomeOf(await choose(owner, over.cardId))).toEqual([404, 'NoCard']);
    await remove(owner, good.cardId);
    expect([await owner.defaultCard(), await owner.cards()]).toEqual([null, [over.cardId]]);
    gateway.clock.moveTo(gateway.clock.realNow());
  });

  it('holds no money and never becomes the default card where it is removed while the bank still asks', async () => {
    const { cardId, answer } = await owner.added(NUMBERS.challenge);
    await remove(owner, cardId);
    const preAuthorizationId = await askedBank(answer, 'success');
    expect(outcomeOf(await owner.finish({ preAuthorizationId }))).toEqual([404, 'NoCard']);
    await gateway.catchUp();
    expect([await owner.defaultCard(), await standing(cardId)]).toEqual([null, ['SUCCEEDED CANCELED']]);
  });
});

describe('while the provider doesn’t answer', () => {
  beforeEach(async () => {
    await owner.join();
  });

  it.each([['beforeCommit'], ['afterCommit']])(
    'a card is pre-authorised by the next try, and money is held once: %s',
    async (when) => {
      const cardId = await owner.tokenised(NUMBERS.frictionless);
      await giveFault(gateway, { provider: 'mangopay', operation: 'cardRegistration', when, kind: 'drop' });
      const body = { cardId, cardTypeAlias: 'VISA' };
      expect(outcomeOf(await owner.finish(body, 'finish-1'))).toEqual([503, 'providerUnavailable']);
      expect((await owner.finish(body, 'finish-1')).body).toMatchObject({ Status: 'SUCCEEDED' });
      await gateway.catchUp();
      expect([await standing(cardId), await owner.cards()]).toEqual([['SUCCEEDED CANCELED'], [cardId]]);
    },
  );

  it.each([
    ['beforeCommit', [], false, []],
    ['afterCommit', ['SUCCEEDED CANCELED'], true, ['its card']],
  ])('nobody has to come back: %s', async (when, expected, active, listed) => {
    const cardId = await owner.tokenised(NUMBERS.frictionless);
    await giveFault(gateway, { provider: 'mangopay', operation: 'cardRegistration', when, kind: 'drop' });
    await owner.finish({ cardId, cardTypeAlias: 'VISA' });
    gateway.clock.advance(2 * 60_000);
    await gateway.catchUp();
    await gateway.catchUp();
    expect([
      await standing(cardId),
      await isActive(cardId),
      (await owner.cards()).map((id) => (id === cardId ? 'its card' : id)),
    ]).toEqual([expected, active, listed]);
  });

  it('held money is released as soon as the provider answers again', async () => {
    const { cardId, answer } = await owner.added(NUMBERS.challenge);
    const preAuthorizationId = await askedBank(answer, 'success');
    await giveFault(gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'beforeCommit',
      kind: 'fail',
      status: 503,
    });
    expect((await owner.finish({ preAuthorizationId })).body).toMatchObject({ Status: 'SUCCEEDED' });
    await gateway.catchUp();
    expect(await standing(cardId)).toEqual(['SUCCEEDED WAITING']);
    gateway.clock.advance(60_000);
    await gateway.catchUp();
    expect(await standing(cardId)).toEqual(['SUCCEEDED CANCELED']);
  });

  it.each([
    ['whose answer was lost', NUMBERS.frictionless],
    ['that its bank is being asked about', NUMBERS.challenge],
  ])('a card %s is nobody’s once its owner gives it up, whatever its bank says then', async (_, number) => {
    const cardId = await owner.tokenised(number);
    const isLost = number === NUMBERS.frictionless;
    if (isLost)
      await giveFault(gateway, {
        provider: 'mangopay',
        operation: 'cardRegistration',
        when: 'afterCommit',
        kind: 'drop',
      });
    const { body } = await owner.finish({ cardId, cardTypeAlias: 'VISA' });
    await giveFault(gateway, { provider: 'mangopay', operation: '*', when: 'beforeCommit', kind: 'drop', count: 100 });
    expect(outcomeOf(await remove(owner, cardId))).toEqual([200]);
    await endFaults();
    if (!isLost) await askedBank(CardFinishAnswer.parse(body), 'success');
    gateway.clock.advance(2 * 60_000);
    for (let round = 0; round < 3; round += 1) await gateway.catchUp();
    expect([await owner.cards(), await owner.defaultCard(), await isActive(cardId), await standing(cardId)]).toEqual([
      [],
      null,
      false,
      ['SUCCEEDED CANCELED'],
    ]);
  });

  it('the default card stays, because its successor is unknown', async () => {
    const { cardId } = await owner.added();
    await gateway.catchUp();
    await giveFault(gateway, { provider: 'mangopay', operation: 'read', when: 'beforeCommit', kind: 'drop' });
    expect([outcomeOf(await remove(owner, cardId)), await owner.defaultCard(), await owner.cards()]).toEqual([
      [503, 'providerUnavailable'],
      cardId,
      [cardId],
    ]);
  });

  it('a removed card can’t pay from then on, and is deactivated as soon as the provider answers again', async () => {
    const [first, second] = [
      await owner.added(),
      await owner.added(NUMBERS.frictionless, { cardExpirationDate: '1136' }),
    ];
    await gateway.catchUp();
    await giveFault(gateway, { provider: 'mangopay', operation: '*', when: 'beforeCommit', kind: 'drop', count: 100 });
    expect(outcomeOf(await remove(owner, second.cardId))).toEqual([200]);
    await endFaults();
    gateway.clock.advance(60_000);
    await gateway.catchUp();
    expect([await owner.cards(), await isActive(second.cardId)]).toEqual([[first.cardId], false]);
  });
});

describe('a user with cards of an earlier release', () => {
  // As the demo seed sets up Anna.
  const [payer, usual, other] = ['demo-payer-anna', 'demo-card-anna-frictionless', 'demo-card-anna-challenge'];

  it('chooses among them, adds one, and removes them', async () => {
    await gateway.database.write(({ knex }) =>
      createPaymentUserRepository(knex).put({
        key: owner.uid,
        mangoPayData: { Id: payer, defaultCardId: usual },
        firstName: 'Anna',
        lastName: 'Lindqvist',
      }),
    );
    expect((await owner.join()).body).toMatchObject({ mangoPayData: { Id: payer } });
    expect([await owner.cards(), outcomeOf(await choose(owner, other)), await owner.defaultCard()]).toEqual([
      [usual, other],
      [200],
      other,
    ]);
    const { cardId } = await owner.added();
    expect([await owner.cards(), await owner.defaultCard()]).toEqual([[usual, other, cardId], other]);
    await remove(owner, other);
    await remove(owner, usual);
    expect([await owner.cards(), await owner.defaultCard()]).toEqual([[cardId], cardId]);
  });

  it('learns that a card that has paid before can pay', async () => {
    await gateway.database.write(({ knex }) =>
      createPaymentUserRepository(knex).put({
        key: owner.uid,
        mangoPayData: { Id: 'demo-payer-lena', defaultCardId: null },
        firstName: 'Lena',
        lastName: 'Gast',
      }),
    );
    expect([
      (await owner.finish({ cardId: 'demo-card-lena-challenge', cardTypeAlias: 'VISA' })).body,
      await owner.defaultCard(),
    ]).toMatchObject([{ Status: 'SUCCEEDED' }, 'demo-card-lena-challenge']);
  });
});

describe('a departed user', () => {
  it('has no cards at the provider any more, and none in the database', async () => {
    await owner.join();
    const [paid, asked] = [await owner.added(), await owner.added(NUMBERS.challenge)];
    const exported = await owner.call('GET', '/api/users/me/export');
    expect(JSON.stringify(exported.body)).toContain(paid.cardId);
    expect(outcomeOf(await owner.call('PUT', '/api/users/deleteMe', {}))).toEqual([200]);
    gateway.clock.advance(31 * 24 * 60 * 60_000);
    for (let round = 0; round < 3; round += 1) await gateway.catchUp();
    expect([await isActive(paid.cardId), await isActive(asked.cardId), await standing(paid.cardId)]).toEqual([
      false,
      false,
      ['SUCCEEDED CANCELED'],
    ]);
    for (const table of ['card_pre_authorization', 'payment_user', 'payment_user_request'])
      expect([table, await gateway.database.knex(table).where({ uid: owner.uid })]).toEqual([table, []]);
  });
});

describe('a user who asks too often', () => {
  it('has to wait, and the provider isn’t asked any more', async () => {
    const limited = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const person = await cardOwner(limited);
    await person.join();
    const answers: Answer[] = [];
    for (let time = 0; time < 61; time += 1) answers.push(await person.call('GET', '/api/payment/cards'));
    expect([
      answers.filter(({ status }) => status === 200).length,
      outcomeOf(await remove(person, 'card_m_none')),
      outcomeOf(await person.finish({ cardId: 'card_m_none', cardTypeAlias: 'VISA' })),
    ]).toEqual([59, [429, 'ErrorTooManyAttempts'], [429, 'ErrorTooManyAttempts']]);
  });
});

describe('a user who tries out cards', () => {
  it('may have a bank asked about ten cards an hour, and register some more; begun registrations continue', async () => {
    const limited = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const [person, other] = [await cardOwner(limited), await cardOwner(limited)];
    for (const one of [person, other]) await one.join();
    const register = (one: CardOwnerPerson): Promise<Answer> =>
      one.call('POST', '/api/payment/cardRegistration', { cardType: 'CB_VISA_MASTERCARD' });
    const finish = (cardId?: string): Promise<Answer> => person.finish({ cardId, cardTypeAlias: 'VISA' });
    // Ten mistyped cards that no bank was asked about.
    for (let time = 0; time < 10; time += 1) expect(outcomeOf(await register(person))).toEqual([200]);
    const done = [];
    for (let time = 0; time < 10; time += 1)
      done.push((await person.added(NUMBERS.frictionless, { cardExpirationDate: `12${time + 30}` })).cardId);
    const eleventh = await finish(await person.tokenised(NUMBERS.frictionless, { cardExpirationDate: '1145' }));
    for (let time = 0; time < 9; time += 1) await register(person);
    const stopped = await register(person);
    // Both errors say when the next try is allowed, within the hour. `nothingBegun` stands where a bank might have been
    // asked.
    const details = [eleventh, stopped].map(
      ({ body }) =>
        z
          .object({
            code: z.literal('ErrorTooManyAttempts'),
            details: z.object({ retryAfterMs: z.number(), nothingBegun: z.optional(z.boolean()) }),
          })
          .parse(body).details,
    );
    expect(details.map(({ retryAfterMs }) => retryAfterMs > 60_000 && retryAfterMs <= 3_600_000)).toEqual([true, true]);
    expect(details.map(({ nothingBegun }) => nothingBegun)).toEqual([true, undefined]);
    expect([outcomeOf(await finish(done[0])), outcomeOf(await register(other)), (await person.cards()).length]).toEqual(
      [[200], [200], 10],
    );
  });
});

describe('a payment without an id', () => {
  it('is refused', async () => {
    expect(outcomeOf(await owner.call('GET', '/api/payment/payIn/%20'))).toEqual([400, 'NoTransactionId']);
  });
});

describe('a card that can pay', () => {
  const card = { Id: 'card_m_1', Alias: '**** 1119', ExpirationDate: '0626', Active: true, Validity: 'VALID' };
  it.each([
    ['whose month hasn’t ended', {}, true],
    ['that nobody has used so far', { Validity: 'UNKNOWN' }, true],
    ['that its bank takes no more', { Validity: 'INVALID' }, false],
    ['that was taken away', { Active: false }, false],
    ['whose month is over', { ExpirationDate: '0526' }, false],
  ])('is one %s: %#', (_, more, expected) => {
    expect(canPay({ mangoPayData: { ...card, ...more }, data: { typeAlias: 'VISA' } }, '2026-06-24')).toBe(expected);
  });
});

describe('a card’s last month', () => {
  it.each([
    ['0626', '2026-06-30', false],
    ['0626', '2026-07-01', true],
    ['1225', '2026-01-01', true],
    ['0127', '2026-12-31', false],
  ])('C21 %s on %s: over %s', (expiration, day, isOver) => {
    expect(isCardExpired(expiration, day)).toBe(isOver);
  });
});
