import { CardFinishAnswer, ErrorBody } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { outcomeOf } from '../../identity/testing/people';
import type { HttpAnswer } from '../../identity/testing/people';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import { injectFault } from '../testing/counter';
import { readAtProvider, createCardOwner, CARD_NUMBERS } from '../testing/wallet';
import type { CardOwnerPerson } from '../testing/wallet';
import { openCardTestContext } from '../testing/card-test-context';

const testContext = openCardTestContext();
const { gateways, endFaults, preAuthorizationStates, isActive, choose, remove, answerAtBank } = testContext;

const payerIdOf = async ({ uid }: CardOwnerPerson): Promise<string> =>
  z
    .object({ provider_id: z.string() })
    .parse(await testContext.gateway.database.knex('payment_user').where({ uid }).first('provider_id')).provider_id;
const errorMessageOf = ({ body }: HttpAnswer): string => ErrorBody.parse(body).message;

describe('a user without a card', () => {
  it('becomes a payment user once, by the names of the form', async () => {
    expect(await testContext.owner.call('GET', '/api/payment/user')).toMatchObject({ status: 200, body: null });
    const firstRegistrationAnswer = await testContext.owner.registerPaymentUser({
      firstName: ' Ana ',
      lastName: 'Kowalczyk',
    });
    expect(firstRegistrationAnswer).toMatchObject({
      status: 200,
      body: {
        key: testContext.owner.uid,
        firstName: 'Ana',
        lastName: 'Kowalczyk',
        mangoPayData: { Id: expect.any(String), defaultCardId: null },
      },
    });
    expect((await testContext.owner.registerPaymentUser({ firstName: 'Anders', lastName: 'Anders' })).body).toEqual(
      firstRegistrationAnswer.body,
    );
    expect(await readAtProvider(testContext.gateway, `/users/${await payerIdOf(testContext.owner)}`)).toMatchObject({
      FirstName: 'Ana',
      LastName: 'Kowalczyk',
      Email: testContext.owner.email,
      UserCategory: 'PAYER',
      TermsAndConditionsAccepted: true,
    });
  });

  it('becomes one payment user however many tabs ask at once, even by other names', async () => {
    const registrationAnswers = await Promise.all(
      ['Anna', 'Anna', 'Anne'].map((firstName) =>
        testContext.owner.registerPaymentUser({ firstName, lastName: 'Gast' }),
      ),
    );
    const repeatedRegistrationAnswer = await testContext.owner.registerPaymentUser();
    const payerIds = [...registrationAnswers, repeatedRegistrationAnswer].flatMap(({ status, body }) =>
      status === 200 ? [z.object({ mangoPayData: z.object({ Id: z.string() }) }).parse(body).mangoPayData.Id] : [],
    );
    expect([new Set(payerIds).size, registrationAnswers.some(({ status }) => status === 200)]).toEqual([1, true]);
  });

  it('becomes one payment user where the provider’s answer is lost', async () => {
    await injectFault(testContext.gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'afterCommit',
      kind: 'drop',
    });
    expect(outcomeOf(await testContext.owner.registerPaymentUser())).toEqual([503, 'providerUnavailable']);
    // The payment user at the provider keeps the name of the first request; a second request changes nothing.
    expect((await testContext.owner.registerPaymentUser({ firstName: 'Anne', lastName: 'Gast' })).body).toMatchObject({
      firstName: 'Anna',
    });
  });

  it('may repeat the form with other names after the provider refused the first ones', async () => {
    await injectFault(testContext.gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'beforeCommit',
      kind: 'fail',
      status: 400,
    });
    const refusedRegistrationAnswer = await testContext.owner.registerPaymentUser();
    expect([...outcomeOf(refusedRegistrationAnswer), errorMessageOf(refusedRegistrationAnswer)]).toEqual([
      402,
      'mangopay-error',
      'mangopay-error/001999',
    ]);
    expect((await testContext.owner.registerPaymentUser({ firstName: 'Anne', lastName: 'Gast' })).body).toMatchObject({
      firstName: 'Anne',
    });
  });

  it('can register no card, and no card of an unknown type', async () => {
    expect(
      outcomeOf(await testContext.owner.call('POST', '/api/payment/cardRegistration', { cardType: 'MAESTRO' })),
    ).toEqual([409, 'NoPaymentUser']);
    for (const body of [{}, { cardType: 'AMEX' }])
      expect(outcomeOf(await testContext.owner.call('POST', '/api/payment/cardRegistration', body))).toEqual([
        400,
        'NoCardType',
      ]);
    expect(
      outcomeOf(await testContext.owner.finishRegistration({ cardId: 'card_m_1', cardTypeAlias: 'VISA' })),
    ).toEqual([409, 'NoPaymentUser']);
  });
});

describe('while the provider doesn’t answer', () => {
  beforeEach(async () => {
    await testContext.owner.registerPaymentUser();
  });

  it.each([['beforeCommit'], ['afterCommit']])(
    'a card is pre-authorised by the next try, and money is held once: %s',
    async (faultTime) => {
      const cardId = await testContext.owner.tokenise(CARD_NUMBERS.frictionless);
      await injectFault(testContext.gateway, {
        provider: 'mangopay',
        operation: 'cardRegistration',
        when: faultTime,
        kind: 'drop',
      });
      const body = { cardId, cardTypeAlias: 'VISA' };
      expect(outcomeOf(await testContext.owner.finishRegistration(body, 'finish-1'))).toEqual([
        503,
        'providerUnavailable',
      ]);
      expect((await testContext.owner.finishRegistration(body, 'finish-1')).body).toMatchObject({
        Status: 'SUCCEEDED',
      });
      await testContext.gateway.catchUp();
      expect([await preAuthorizationStates(cardId), await testContext.owner.listCards()]).toEqual([
        ['SUCCEEDED CANCELED'],
        [cardId],
      ]);
    },
  );

  it.each([
    ['beforeCommit', [], false, []],
    ['afterCommit', ['SUCCEEDED CANCELED'], true, ['its card']],
  ])('nobody has to come back: %s', async (faultTime, expectedStates, isActiveExpected, listedCards) => {
    const cardId = await testContext.owner.tokenise(CARD_NUMBERS.frictionless);
    await injectFault(testContext.gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: faultTime,
      kind: 'drop',
    });
    await testContext.owner.finishRegistration({ cardId, cardTypeAlias: 'VISA' });
    testContext.gateway.clock.advance(2 * 60_000);
    await testContext.gateway.catchUp();
    await testContext.gateway.catchUp();
    expect([
      await preAuthorizationStates(cardId),
      await isActive(cardId),
      (await testContext.owner.listCards()).map((id) => (id === cardId ? 'its card' : id)),
    ]).toEqual([expectedStates, isActiveExpected, listedCards]);
  });

  it('held money is released as soon as the provider answers again', async () => {
    const { cardId, answer } = await testContext.owner.addCard(CARD_NUMBERS.challenge);
    const preAuthorizationId = await answerAtBank(answer, 'success');
    await injectFault(testContext.gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'beforeCommit',
      kind: 'fail',
      status: 503,
    });
    expect((await testContext.owner.finishRegistration({ preAuthorizationId })).body).toMatchObject({
      Status: 'SUCCEEDED',
    });
    await testContext.gateway.catchUp();
    expect(await preAuthorizationStates(cardId)).toEqual(['SUCCEEDED WAITING']);
    testContext.gateway.clock.advance(60_000);
    await testContext.gateway.catchUp();
    expect(await preAuthorizationStates(cardId)).toEqual(['SUCCEEDED CANCELED']);
  });

  it.each([
    ['whose answer was lost', CARD_NUMBERS.frictionless],
    ['that its bank is being asked about', CARD_NUMBERS.challenge],
  ])('a card %s is nobody’s once its owner gives it up, whatever its bank says then', async (_ending, cardNumber) => {
    const cardId = await testContext.owner.tokenise(cardNumber);
    const isAnswerLost = cardNumber === CARD_NUMBERS.frictionless;
    if (isAnswerLost)
      await injectFault(testContext.gateway, {
        provider: 'mangopay',
        operation: 'cardRegistration',
        when: 'afterCommit',
        kind: 'drop',
      });
    const { body } = await testContext.owner.finishRegistration({ cardId, cardTypeAlias: 'VISA' });
    await injectFault(testContext.gateway, {
      provider: 'mangopay',
      operation: '*',
      when: 'beforeCommit',
      kind: 'drop',
      count: 100,
    });
    expect(outcomeOf(await remove(testContext.owner, cardId))).toEqual([200]);
    await endFaults();
    if (!isAnswerLost) await answerAtBank(CardFinishAnswer.parse(body), 'success');
    testContext.gateway.clock.advance(2 * 60_000);
    for (let catchUpRound = 0; catchUpRound < 3; catchUpRound += 1) await testContext.gateway.catchUp();
    expect([
      await testContext.owner.listCards(),
      await testContext.owner.findDefaultCard(),
      await isActive(cardId),
      await preAuthorizationStates(cardId),
    ]).toEqual([[], null, false, ['SUCCEEDED CANCELED']]);
  });

  it('the default card stays, because its successor is unknown', async () => {
    const { cardId } = await testContext.owner.addCard();
    await testContext.gateway.catchUp();
    await injectFault(testContext.gateway, {
      provider: 'mangopay',
      operation: 'read',
      when: 'beforeCommit',
      kind: 'drop',
    });
    expect([
      outcomeOf(await remove(testContext.owner, cardId)),
      await testContext.owner.findDefaultCard(),
      await testContext.owner.listCards(),
    ]).toEqual([[503, 'providerUnavailable'], cardId, [cardId]]);
  });

  it('a removed card can’t pay from then on, and is deactivated as soon as the provider answers again', async () => {
    const [firstCard, secondCard] = [
      await testContext.owner.addCard(),
      await testContext.owner.addCard(CARD_NUMBERS.frictionless, { cardExpirationDate: '1136' }),
    ];
    await testContext.gateway.catchUp();
    await injectFault(testContext.gateway, {
      provider: 'mangopay',
      operation: '*',
      when: 'beforeCommit',
      kind: 'drop',
      count: 100,
    });
    expect(outcomeOf(await remove(testContext.owner, secondCard.cardId))).toEqual([200]);
    await endFaults();
    testContext.gateway.clock.advance(60_000);
    await testContext.gateway.catchUp();
    expect([await testContext.owner.listCards(), await isActive(secondCard.cardId)]).toEqual([
      [firstCard.cardId],
      false,
    ]);
  });
});

describe('a user with cards of an earlier release', () => {
  // Keys of Anna's payment user and of her cards, which the demo seed data contain.
  const [payerId, usualCardId, otherCardId] = [
    'demo-payer-anna',
    'demo-card-anna-frictionless',
    'demo-card-anna-challenge',
  ];

  it('chooses among them, adds one, and removes them', async () => {
    await testContext.gateway.database.write(({ knex }) =>
      createPaymentUserRepository(knex).put({
        key: testContext.owner.uid,
        mangoPayData: { Id: payerId, defaultCardId: usualCardId },
        firstName: 'Anna',
        lastName: 'Lindqvist',
      }),
    );
    expect((await testContext.owner.registerPaymentUser()).body).toMatchObject({ mangoPayData: { Id: payerId } });
    expect([
      await testContext.owner.listCards(),
      outcomeOf(await choose(testContext.owner, otherCardId)),
      await testContext.owner.findDefaultCard(),
    ]).toEqual([[usualCardId, otherCardId], [200], otherCardId]);
    const { cardId } = await testContext.owner.addCard();
    expect([await testContext.owner.listCards(), await testContext.owner.findDefaultCard()]).toEqual([
      [usualCardId, otherCardId, cardId],
      otherCardId,
    ]);
    await remove(testContext.owner, otherCardId);
    await remove(testContext.owner, usualCardId);
    expect([await testContext.owner.listCards(), await testContext.owner.findDefaultCard()]).toEqual([
      [cardId],
      cardId,
    ]);
  });

  it('learns that a card that has paid before can pay', async () => {
    await testContext.gateway.database.write(({ knex }) =>
      createPaymentUserRepository(knex).put({
        key: testContext.owner.uid,
        mangoPayData: { Id: 'demo-payer-lena', defaultCardId: null },
        firstName: 'Lena',
        lastName: 'Gast',
      }),
    );
    expect([
      (await testContext.owner.finishRegistration({ cardId: 'demo-card-lena-challenge', cardTypeAlias: 'VISA' })).body,
      await testContext.owner.findDefaultCard(),
    ]).toMatchObject([{ Status: 'SUCCEEDED' }, 'demo-card-lena-challenge']);
  });
});

describe('a departed user', () => {
  it('has no cards at the provider any more, and none in the database', async () => {
    await testContext.owner.registerPaymentUser();
    const [paidCard, challengedCard] = [
      await testContext.owner.addCard(),
      await testContext.owner.addCard(CARD_NUMBERS.challenge),
    ];
    const exportAnswer = await testContext.owner.call('GET', '/api/users/me/export');
    expect(JSON.stringify(exportAnswer.body)).toContain(paidCard.cardId);
    expect(outcomeOf(await testContext.owner.call('PUT', '/api/users/deleteMe', {}))).toEqual([200]);
    testContext.gateway.clock.advance(31 * 24 * 60 * 60_000);
    for (let catchUpRound = 0; catchUpRound < 3; catchUpRound += 1) await testContext.gateway.catchUp();
    expect([
      await isActive(paidCard.cardId),
      await isActive(challengedCard.cardId),
      await preAuthorizationStates(paidCard.cardId),
    ]).toEqual([false, false, ['SUCCEEDED CANCELED']]);
    for (const tableName of ['card_pre_authorization', 'payment_user', 'payment_user_request'])
      expect([
        tableName,
        await testContext.gateway.database.knex(tableName).where({ uid: testContext.owner.uid }),
      ]).toEqual([tableName, []]);
  });
});

describe('a user who asks too often', () => {
  it('has to wait, and the provider isn’t asked any more', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const limitedOwner = await createCardOwner(limitedGateway);
    await limitedOwner.registerPaymentUser();
    const cardListAnswers: HttpAnswer[] = [];
    for (let requestIndex = 0; requestIndex < 61; requestIndex += 1)
      cardListAnswers.push(await limitedOwner.call('GET', '/api/payment/cards'));
    expect([
      cardListAnswers.filter(({ status }) => status === 200).length,
      outcomeOf(await remove(limitedOwner, 'card_m_none')),
      outcomeOf(await limitedOwner.finishRegistration({ cardId: 'card_m_none', cardTypeAlias: 'VISA' })),
    ]).toEqual([59, [429, 'ErrorTooManyAttempts'], [429, 'ErrorTooManyAttempts']]);
  });
});

describe('a user who tries out cards', () => {
  it('may have a bank asked about ten cards an hour, and register some more; begun registrations continue', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const [limitedOwner, otherOwner] = [await createCardOwner(limitedGateway), await createCardOwner(limitedGateway)];
    for (const cardOwnerPerson of [limitedOwner, otherOwner]) await cardOwnerPerson.registerPaymentUser();
    const registerCard = (cardOwnerPerson: CardOwnerPerson): Promise<HttpAnswer> =>
      cardOwnerPerson.call('POST', '/api/payment/cardRegistration', { cardType: 'CB_VISA_MASTERCARD' });
    const finishCard = (cardId?: string): Promise<HttpAnswer> =>
      limitedOwner.finishRegistration({ cardId, cardTypeAlias: 'VISA' });
    // The user begins ten card registrations but finishes none, so no bank checks a card.
    for (let requestIndex = 0; requestIndex < 10; requestIndex += 1)
      expect(outcomeOf(await registerCard(limitedOwner))).toEqual([200]);
    const registeredCardIds = [];
    for (let requestIndex = 0; requestIndex < 10; requestIndex += 1)
      registeredCardIds.push(
        (await limitedOwner.addCard(CARD_NUMBERS.frictionless, { cardExpirationDate: `12${requestIndex + 30}` }))
          .cardId,
      );
    const eleventhAnswer = await finishCard(
      await limitedOwner.tokenise(CARD_NUMBERS.frictionless, { cardExpirationDate: '1145' }),
    );
    for (let requestIndex = 0; requestIndex < 9; requestIndex += 1) await registerCard(limitedOwner);
    const refusedAnswer = await registerCard(limitedOwner);
    // The details of both errors contain the time until the next allowed attempt, at most an hour. `nothingBegun` is
    // set only where the request could have started a check by the bank.
    const errorDetails = [eleventhAnswer, refusedAnswer].map(
      ({ body }) =>
        z
          .object({
            code: z.literal('ErrorTooManyAttempts'),
            details: z.object({ retryAfterMs: z.number(), nothingBegun: z.optional(z.boolean()) }),
          })
          .parse(body).details,
    );
    expect(errorDetails.map(({ retryAfterMs }) => retryAfterMs > 60_000 && retryAfterMs <= 3_600_000)).toEqual([
      true,
      true,
    ]);
    expect(errorDetails.map(({ nothingBegun }) => nothingBegun)).toEqual([true, undefined]);
    expect([
      outcomeOf(await finishCard(registeredCardIds[0])),
      outcomeOf(await registerCard(otherOwner)),
      (await limitedOwner.listCards()).length,
    ]).toEqual([[200], [200], 10]);
  });
});

describe('a payment without an id', () => {
  it('is refused', async () => {
    expect(outcomeOf(await testContext.owner.call('GET', '/api/payment/payIn/%20'))).toEqual([400, 'NoTransactionId']);
  });
});
