import { CardFinishAnswer, ErrorBody } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { outcomeOf } from '../../identity/testing/people';
import type { Answer } from '../../identity/testing/people';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import { injectFault } from '../testing/counter';
import { atProvider, cardOwner, NUMBERS } from '../testing/wallet';
import type { CardOwnerPerson } from '../testing/wallet';
import { openCardDesk } from '../testing/card-desk';

const desk = openCardDesk();
const { gateways, endFaults, standing, isActive, choose, remove, answerAtBank } = desk;

const payerOf = async ({ uid }: CardOwnerPerson): Promise<string> =>
  z
    .object({ provider_id: z.string() })
    .parse(await desk.gateway.database.knex('payment_user').where({ uid }).first('provider_id')).provider_id;
const messageOf = ({ body }: Answer): string => ErrorBody.parse(body).message;

describe('a user without a card', () => {
  it('becomes a payment user once, by the names of the form', async () => {
    expect(await desk.owner.call('GET', '/api/payment/user')).toMatchObject({ status: 200, body: null });
    const first = await desk.owner.join({ firstName: ' Ana ', lastName: 'Kowalczyk' });
    expect(first).toMatchObject({
      status: 200,
      body: {
        key: desk.owner.uid,
        firstName: 'Ana',
        lastName: 'Kowalczyk',
        mangoPayData: { Id: expect.any(String), defaultCardId: null },
      },
    });
    expect((await desk.owner.join({ firstName: 'Anders', lastName: 'Anders' })).body).toEqual(first.body);
    expect(await atProvider(desk.gateway, `/users/${await payerOf(desk.owner)}`)).toMatchObject({
      FirstName: 'Ana',
      LastName: 'Kowalczyk',
      Email: desk.owner.email,
      UserCategory: 'PAYER',
      TermsAndConditionsAccepted: true,
    });
  });

  it('becomes one payment user however many tabs ask at once, even by other names', async () => {
    const answers = await Promise.all(
      ['Anna', 'Anna', 'Anne'].map((firstName) => desk.owner.join({ firstName, lastName: 'Gast' })),
    );
    const again = await desk.owner.join();
    const ids = [...answers, again].flatMap(({ status, body }) =>
      status === 200 ? [z.object({ mangoPayData: z.object({ Id: z.string() }) }).parse(body).mangoPayData.Id] : [],
    );
    expect([new Set(ids).size, answers.some(({ status }) => status === 200)]).toEqual([1, true]);
  });

  it('becomes one payment user where the provider’s answer is lost', async () => {
    await injectFault(desk.gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'afterCommit',
      kind: 'drop',
    });
    expect(outcomeOf(await desk.owner.join())).toEqual([503, 'providerUnavailable']);
    // The payment user at the provider keeps the name of the first request.
    expect((await desk.owner.join({ firstName: 'Anne', lastName: 'Gast' })).body).toMatchObject({ firstName: 'Anna' });
  });

  it('may repeat the form with other names after the provider refused the first ones', async () => {
    await injectFault(desk.gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'beforeCommit',
      kind: 'fail',
      status: 400,
    });
    const refused = await desk.owner.join();
    expect([...outcomeOf(refused), messageOf(refused)]).toEqual([402, 'mangopay-error', 'mangopay-error/001999']);
    expect((await desk.owner.join({ firstName: 'Anne', lastName: 'Gast' })).body).toMatchObject({ firstName: 'Anne' });
  });

  it('can register no card, and no card of an unknown type', async () => {
    expect(outcomeOf(await desk.owner.call('POST', '/api/payment/cardRegistration', { cardType: 'MAESTRO' }))).toEqual([
      409,
      'NoPaymentUser',
    ]);
    for (const body of [{}, { cardType: 'AMEX' }])
      expect(outcomeOf(await desk.owner.call('POST', '/api/payment/cardRegistration', body))).toEqual([
        400,
        'NoCardType',
      ]);
    expect(outcomeOf(await desk.owner.finish({ cardId: 'card_m_1', cardTypeAlias: 'VISA' }))).toEqual([
      409,
      'NoPaymentUser',
    ]);
  });
});

describe('while the provider doesn’t answer', () => {
  beforeEach(async () => {
    await desk.owner.join();
  });

  it.each([['beforeCommit'], ['afterCommit']])(
    'a card is pre-authorised by the next try, and money is held once: %s',
    async (when) => {
      const cardId = await desk.owner.tokenised(NUMBERS.frictionless);
      await injectFault(desk.gateway, { provider: 'mangopay', operation: 'cardRegistration', when, kind: 'drop' });
      const body = { cardId, cardTypeAlias: 'VISA' };
      expect(outcomeOf(await desk.owner.finish(body, 'finish-1'))).toEqual([503, 'providerUnavailable']);
      expect((await desk.owner.finish(body, 'finish-1')).body).toMatchObject({ Status: 'SUCCEEDED' });
      await desk.gateway.catchUp();
      expect([await standing(cardId), await desk.owner.cards()]).toEqual([['SUCCEEDED CANCELED'], [cardId]]);
    },
  );

  it.each([
    ['beforeCommit', [], false, []],
    ['afterCommit', ['SUCCEEDED CANCELED'], true, ['its card']],
  ])('nobody has to come back: %s', async (when, expected, active, listed) => {
    const cardId = await desk.owner.tokenised(NUMBERS.frictionless);
    await injectFault(desk.gateway, { provider: 'mangopay', operation: 'cardRegistration', when, kind: 'drop' });
    await desk.owner.finish({ cardId, cardTypeAlias: 'VISA' });
    desk.gateway.clock.advance(2 * 60_000);
    await desk.gateway.catchUp();
    await desk.gateway.catchUp();
    expect([
      await standing(cardId),
      await isActive(cardId),
      (await desk.owner.cards()).map((id) => (id === cardId ? 'its card' : id)),
    ]).toEqual([expected, active, listed]);
  });

  it('held money is released as soon as the provider answers again', async () => {
    const { cardId, answer } = await desk.owner.added(NUMBERS.challenge);
    const preAuthorizationId = await answerAtBank(answer, 'success');
    await injectFault(desk.gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'beforeCommit',
      kind: 'fail',
      status: 503,
    });
    expect((await desk.owner.finish({ preAuthorizationId })).body).toMatchObject({ Status: 'SUCCEEDED' });
    await desk.gateway.catchUp();
    expect(await standing(cardId)).toEqual(['SUCCEEDED WAITING']);
    desk.gateway.clock.advance(60_000);
    await desk.gateway.catchUp();
    expect(await standing(cardId)).toEqual(['SUCCEEDED CANCELED']);
  });

  it.each([
    ['whose answer was lost', NUMBERS.frictionless],
    ['that its bank is being asked about', NUMBERS.challenge],
  ])('a card %s is nobody’s once its owner gives it up, whatever its bank says then', async (_, number) => {
    const cardId = await desk.owner.tokenised(number);
    const isLost = number === NUMBERS.frictionless;
    if (isLost)
      await injectFault(desk.gateway, {
        provider: 'mangopay',
        operation: 'cardRegistration',
        when: 'afterCommit',
        kind: 'drop',
      });
    const { body } = await desk.owner.finish({ cardId, cardTypeAlias: 'VISA' });
    await injectFault(desk.gateway, {
      provider: 'mangopay',
      operation: '*',
      when: 'beforeCommit',
      kind: 'drop',
      count: 100,
    });
    expect(outcomeOf(await remove(desk.owner, cardId))).toEqual([200]);
    await endFaults();
    if (!isLost) await answerAtBank(CardFinishAnswer.parse(body), 'success');
    desk.gateway.clock.advance(2 * 60_000);
    for (let round = 0; round < 3; round += 1) await desk.gateway.catchUp();
    expect([
      await desk.owner.cards(),
      await desk.owner.defaultCard(),
      await isActive(cardId),
      await standing(cardId),
    ]).toEqual([[], null, false, ['SUCCEEDED CANCELED']]);
  });

  it('the default card stays, because its successor is unknown', async () => {
    const { cardId } = await desk.owner.added();
    await desk.gateway.catchUp();
    await injectFault(desk.gateway, { provider: 'mangopay', operation: 'read', when: 'beforeCommit', kind: 'drop' });
    expect([
      outcomeOf(await remove(desk.owner, cardId)),
      await desk.owner.defaultCard(),
      await desk.owner.cards(),
    ]).toEqual([[503, 'providerUnavailable'], cardId, [cardId]]);
  });

  it('a removed card can’t pay from then on, and is deactivated as soon as the provider answers again', async () => {
    const [first, second] = [
      await desk.owner.added(),
      await desk.owner.added(NUMBERS.frictionless, { cardExpirationDate: '1136' }),
    ];
    await desk.gateway.catchUp();
    await injectFault(desk.gateway, {
      provider: 'mangopay',
      operation: '*',
      when: 'beforeCommit',
      kind: 'drop',
      count: 100,
    });
    expect(outcomeOf(await remove(desk.owner, second.cardId))).toEqual([200]);
    await endFaults();
    desk.gateway.clock.advance(60_000);
    await desk.gateway.catchUp();
    expect([await desk.owner.cards(), await isActive(second.cardId)]).toEqual([[first.cardId], false]);
  });
});

describe('a user with cards of an earlier release', () => {
  // Keys of the payment user and the cards that the demo seed creates for Anna.
  const [payer, usual, other] = ['demo-payer-anna', 'demo-card-anna-frictionless', 'demo-card-anna-challenge'];

  it('chooses among them, adds one, and removes them', async () => {
    await desk.gateway.database.write(({ knex }) =>
      createPaymentUserRepository(knex).put({
        key: desk.owner.uid,
        mangoPayData: { Id: payer, defaultCardId: usual },
        firstName: 'Anna',
        lastName: 'Lindqvist',
      }),
    );
    expect((await desk.owner.join()).body).toMatchObject({ mangoPayData: { Id: payer } });
    expect([
      await desk.owner.cards(),
      outcomeOf(await choose(desk.owner, other)),
      await desk.owner.defaultCard(),
    ]).toEqual([[usual, other], [200], other]);
    const { cardId } = await desk.owner.added();
    expect([await desk.owner.cards(), await desk.owner.defaultCard()]).toEqual([[usual, other, cardId], other]);
    await remove(desk.owner, other);
    await remove(desk.owner, usual);
    expect([await desk.owner.cards(), await desk.owner.defaultCard()]).toEqual([[cardId], cardId]);
  });

  it('learns that a card that has paid before can pay', async () => {
    await desk.gateway.database.write(({ knex }) =>
      createPaymentUserRepository(knex).put({
        key: desk.owner.uid,
        mangoPayData: { Id: 'demo-payer-lena', defaultCardId: null },
        firstName: 'Lena',
        lastName: 'Gast',
      }),
    );
    expect([
      (await desk.owner.finish({ cardId: 'demo-card-lena-challenge', cardTypeAlias: 'VISA' })).body,
      await desk.owner.defaultCard(),
    ]).toMatchObject([{ Status: 'SUCCEEDED' }, 'demo-card-lena-challenge']);
  });
});

describe('a departed user', () => {
  it('has no cards at the provider any more, and none in the database', async () => {
    await desk.owner.join();
    const [paid, asked] = [await desk.owner.added(), await desk.owner.added(NUMBERS.challenge)];
    const exported = await desk.owner.call('GET', '/api/users/me/export');
    expect(JSON.stringify(exported.body)).toContain(paid.cardId);
    expect(outcomeOf(await desk.owner.call('PUT', '/api/users/deleteMe', {}))).toEqual([200]);
    desk.gateway.clock.advance(31 * 24 * 60 * 60_000);
    for (let round = 0; round < 3; round += 1) await desk.gateway.catchUp();
    expect([await isActive(paid.cardId), await isActive(asked.cardId), await standing(paid.cardId)]).toEqual([
      false,
      false,
      ['SUCCEEDED CANCELED'],
    ]);
    for (const table of ['card_pre_authorization', 'payment_user', 'payment_user_request'])
      expect([table, await desk.gateway.database.knex(table).where({ uid: desk.owner.uid })]).toEqual([table, []]);
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
    // The user begins ten registrations but finishes none, so no bank checks a card.
    for (let time = 0; time < 10; time += 1) expect(outcomeOf(await register(person))).toEqual([200]);
    const done = [];
    for (let time = 0; time < 10; time += 1)
      done.push((await person.added(NUMBERS.frictionless, { cardExpirationDate: `12${time + 30}` })).cardId);
    const eleventh = await finish(await person.tokenised(NUMBERS.frictionless, { cardExpirationDate: '1145' }));
    for (let time = 0; time < 9; time += 1) await register(person);
    const stopped = await register(person);
    // Both errors contain the time until the next allowed attempt, at most an hour. `nothingBegun` is set only where
    // the request could have started a check by the bank.
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
    expect(outcomeOf(await desk.owner.call('GET', '/api/payment/payIn/%20'))).toEqual([400, 'NoTransactionId']);
  });
});
