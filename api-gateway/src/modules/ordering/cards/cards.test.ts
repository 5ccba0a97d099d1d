import { CardFinishAnswer } from '@mahlzeit/contract';
import texts from '../../../../locales/de.json';
import { messagesTo, outcomeOf } from '../../identity/testing/people';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import { injectFault } from '../testing/counter';
import { createCardOwner, CARD_NUMBERS } from '../testing/wallet';
import { openCardTestContext } from '../testing/card-test-context';

const testContext = openCardTestContext();
const { preAuthorizationsOf, preAuthorizationStates, isActive, choose, remove, answerAtBank } = testContext;

describe('a card', () => {
  beforeEach(async () => {
    await testContext.owner.registerPaymentUser();
  });

  it('can pay at once where the bank doesn’t ask, is the default card, and holds no money', async () => {
    const { cardId, answer } = await testContext.owner.addCard(CARD_NUMBERS.frictionless);
    expect(answer).toEqual({
      Status: 'SUCCEEDED',
      SecureModeReturnURL: null,
      SecureModeRedirectURL: null,
      ResultCode: null,
    });
    await testContext.gateway.catchUp();
    expect([
      await preAuthorizationStates(cardId),
      await testContext.owner.listCards(),
      await testContext.owner.findDefaultCard(),
    ]).toEqual([['SUCCEEDED CANCELED'], [cardId], cardId]);
    expect((await testContext.owner.call('GET', '/api/payment/cards')).body).toEqual([
      {
        mangoPayData: { Id: cardId, Alias: '**** 1119', ExpirationDate: '1235', Active: true, Validity: 'VALID' },
        data: { typeAlias: 'VISA' },
      },
    ]);
  });

  it.each([
    ['challenge', CARD_NUMBERS.challenge],
    ['maestro', CARD_NUMBERS.maestro],
  ])('that the bank asks about can pay once its owner has said yes: %s', async (_title, cardNumber) => {
    const { cardId, answer } = await testContext.owner.addCard(cardNumber);
    expect(answer).toMatchObject({
      Status: 'CREATED',
      ResultCode: null,
      SecureModeRedirectURL: expect.stringContaining('/3ds/'),
      SecureModeReturnURL: expect.stringMatching(/\/payment\/return\?preAuthorizationId=\w+$/),
    });
    expect([await testContext.owner.listCards(), await testContext.owner.findDefaultCard()]).toEqual([[], null]);
    const preAuthorizationId = await answerAtBank(answer, 'success');
    expect(outcomeOf(await testContext.owner.finishRegistration({ preAuthorizationId }))).toEqual([200]);
    await testContext.gateway.catchUp();
    expect([
      await preAuthorizationStates(cardId),
      await testContext.owner.listCards(),
      await testContext.owner.findDefaultCard(),
    ]).toEqual([['SUCCEEDED CANCELED'], [cardId], cardId]);
  });

  it('is told to its owner by mail once it can pay, and not before', async () => {
    const { gateway, owner } = testContext;
    const mailsAboutCards = async () =>
      (await messagesTo(gateway, owner.email)).filter(({ subject }) => subject === texts.mailCardAddedSubject);
    const { answer } = await owner.addCard(CARD_NUMBERS.challenge);
    expect(await mailsAboutCards()).toEqual([]);
    await owner.finishRegistration({ preAuthorizationId: await answerAtBank(answer, 'success') });
    expect(await mailsAboutCards()).toMatchObject([{ text: expect.stringContaining('#paymentoptions') }]);
  });

  it('C15 is CREATED while its owner hasn’t answered the bank', async () => {
    const { cardId, answer } = await testContext.owner.addCard(CARD_NUMBERS.challenge);
    const preAuthorizationId = new URL(answer.SecureModeReturnURL ?? '').searchParams.get('preAuthorizationId');
    expect((await testContext.owner.finishRegistration({ preAuthorizationId })).body).toEqual(answer);
    expect([
      (await testContext.owner.finishRegistration({ cardId, cardTypeAlias: 'VISA' })).body,
      (await preAuthorizationsOf(cardId)).length,
    ]).toEqual([answer, 1]);
  });

  it.each([
    ['fail', '101301'],
    ['cancel', '101002'],
  ])('that its owner denies to the bank is gone: %s', async (bankDecision, expectedCode) => {
    const { cardId, answer } = await testContext.owner.addCard(CARD_NUMBERS.challenge);
    const preAuthorizationId = await answerAtBank(answer, bankDecision);
    expect((await testContext.owner.finishRegistration({ preAuthorizationId })).body).toMatchObject({
      Status: 'FAILED',
      ResultCode: expectedCode,
      SecureModeRedirectURL: null,
    });
    await testContext.gateway.catchUp();
    expect([
      await isActive(cardId),
      await testContext.owner.listCards(),
      await testContext.owner.findDefaultCard(),
    ]).toEqual([false, [], null]);
  });

  it.each(['101305', '101306'])(
    'makes the bank ask for an hour after it has refused a registration with %s',
    async (bankResultCode) => {
      const refusedCardId = await testContext.owner.tokenise(CARD_NUMBERS.frictionless);
      await injectFault(testContext.gateway, {
        provider: 'mangopay',
        operation: 'cardRegistration',
        when: 'beforeCommit',
        kind: 'fail',
        resultCode: bankResultCode,
      });
      expect(
        (await testContext.owner.finishRegistration({ cardId: refusedCardId, cardTypeAlias: 'VISA' })).body,
      ).toMatchObject({
        Status: 'FAILED',
        ResultCode: bankResultCode,
      });
      const secondCard = await testContext.owner.addCard();
      expect(secondCard.answer).toMatchObject({ Status: 'CREATED', SecureModeRedirectURL: expect.any(String) });
      await testContext.owner.finishRegistration({
        preAuthorizationId: await answerAtBank(secondCard.answer, 'success'),
      });
      expect(await testContext.owner.listCards()).toEqual([secondCard.cardId]);
      await testContext.gateway.database.write(({ knex }) =>
        knex('card_pre_authorization')
          .where({ card_id: refusedCardId })
          .update({ begun_at: testContext.gateway.clock.realNow() - 3_600_000 }),
      );
      expect(
        (await testContext.owner.addCard(CARD_NUMBERS.frictionless, { cardExpirationDate: '1136' })).answer,
      ).toMatchObject({
        Status: 'SUCCEEDED',
      });
    },
  );

  it('is removed where the bank declines it', async () => {
    const { cardId, answer } = await testContext.owner.addCard(CARD_NUMBERS.frictionless, { cardCvx: '999' });
    expect(answer).toMatchObject({ Status: 'FAILED', ResultCode: '101101' });
    expect(await testContext.owner.listCards()).toEqual([]);
    await testContext.gateway.catchUp();
    expect(await isActive(cardId)).toBe(false);
  });

  it('is pre-authorised once, however often the request is repeated', async () => {
    const cardId = await testContext.owner.tokenise(CARD_NUMBERS.frictionless);
    const finishAnswers = await Promise.all(
      [1, 2, 3].map(() => testContext.owner.finishRegistration({ cardId, cardTypeAlias: 'VISA' })),
    );
    const repeatedAnswer = await testContext.owner.finishRegistration({ cardId, cardTypeAlias: 'VISA' });
    expect([
      ...finishAnswers.map(({ status }) => status).filter((status) => ![200, 409, 503].includes(status)),
      repeatedAnswer.status,
      (await preAuthorizationsOf(cardId)).length,
    ]).toEqual([200, 1]);
  });

  it('is pre-authorised where the browser sends no facts', async () => {
    const cardId = await testContext.owner.tokenise(CARD_NUMBERS.frictionless);
    expect((await testContext.owner.finishRegistration({ cardId, cardTypeAlias: 'VISA' })).body).toMatchObject({
      Status: 'SUCCEEDED',
    });
  });

  it('has the brand that the provider names, whatever the browser says', async () => {
    const cardId = await testContext.owner.tokenise(CARD_NUMBERS.frictionless);
    await testContext.owner.finishRegistration({ cardId, cardTypeAlias: 'MASTERCARD' });
    expect((await testContext.owner.call('GET', '/api/payment/cards')).body).toMatchObject([
      { data: { typeAlias: 'VISA' } },
    ]);
  });

  it('is refused with the code of the missing field', async () => {
    const cardId = await testContext.owner.tokenise(CARD_NUMBERS.frictionless);
    for (const [body, expectedCode] of [
      [{}, 'NoCardId'],
      [{ cardId: ' ', cardTypeAlias: 'VISA' }, 'NoCardId'],
      [{ cardId }, 'NoCardType'],
      [{ preAuthorizationId: ' ' }, 'NoPreauthorizationId'],
    ] as const) {
      expect(outcomeOf(await testContext.owner.finishRegistration(body))).toEqual([400, expectedCode]);
    }
    for (const changeCard of [choose, remove])
      for (const emptyCardId of [undefined, ' '])
        expect(outcomeOf(await changeCard(testContext.owner, emptyCardId))).toEqual([400, 'NoCard']);
  });

  it('is neither listed nor the default card before its registration is finished', async () => {
    const cardId = await testContext.owner.tokenise(CARD_NUMBERS.frictionless);
    expect([await testContext.owner.listCards(), outcomeOf(await choose(testContext.owner, cardId))]).toEqual([
      [],
      [404, 'NoCard'],
    ]);
  });

  it('C25 of another user is answered as unknown, and nothing happens to it', async () => {
    const ownCard = await testContext.owner.addCard(CARD_NUMBERS.frictionless);
    const challengedCard = await testContext.owner.addCard(CARD_NUMBERS.challenge);
    const preAuthorizationId = new URL(challengedCard.answer.SecureModeReturnURL ?? '').searchParams.get(
      'preAuthorizationId',
    );
    const otherOwner = await createCardOwner(testContext.gateway);
    await otherOwner.registerPaymentUser();
    const foreignRequests = [
      remove(otherOwner, ownCard.cardId),
      choose(otherOwner, ownCard.cardId),
      otherOwner.finishRegistration({ cardId: ownCard.cardId, cardTypeAlias: 'VISA' }),
      otherOwner.finishRegistration({ preAuthorizationId }),
      remove(otherOwner, 'card_m_none'),
      otherOwner.finishRegistration({ preAuthorizationId: 'preauth_m_none' }),
    ];
    for (const requestAnswer of await Promise.all(foreignRequests))
      expect(outcomeOf(requestAnswer)).toEqual([404, 'NoCard']);
    expect([
      await testContext.owner.listCards(),
      await testContext.owner.findDefaultCard(),
      await otherOwner.listCards(),
      await otherOwner.findDefaultCard(),
    ]).toEqual([[ownCard.cardId], ownCard.cardId, [], null]);
  });

  it('becomes the default card by choice, and is replaced by another good one when it is removed', async () => {
    const [firstCard, secondCard] = [
      await testContext.owner.addCard(),
      await testContext.owner.addCard(CARD_NUMBERS.frictionless, { cardExpirationDate: '1136' }),
    ];
    expect(await testContext.owner.findDefaultCard()).toBe(firstCard.cardId);
    expect([
      outcomeOf(await choose(testContext.owner, secondCard.cardId)),
      await testContext.owner.findDefaultCard(),
    ]).toEqual([[200], secondCard.cardId]);
    expect([
      outcomeOf(await remove(testContext.owner, secondCard.cardId)),
      await testContext.owner.findDefaultCard(),
      await testContext.owner.listCards(),
      await isActive(secondCard.cardId),
    ]).toEqual([[200], firstCard.cardId, [firstCard.cardId], false]);
    // The removed card stays removed, and removing it a second time is no error.
    expect([
      outcomeOf(await remove(testContext.owner, secondCard.cardId)),
      outcomeOf(await choose(testContext.owner, secondCard.cardId)),
      outcomeOf(await testContext.owner.finishRegistration({ cardId: secondCard.cardId, cardTypeAlias: 'VISA' })),
    ]).toEqual([[200], [404, 'NoCard'], [404, 'NoCard']]);
    expect([
      outcomeOf(await remove(testContext.owner, firstCard.cardId)),
      await testContext.owner.findDefaultCard(),
      await testContext.owner.listCards(),
    ]).toEqual([[200], null, []]);
  });

  it('is the default card where it was chosen last, whatever was chosen while the provider was asked', async () => {
    const [, secondCard, thirdCard] = [
      await testContext.owner.addCard(),
      await testContext.owner.addCard(CARD_NUMBERS.frictionless, { cardExpirationDate: '1136' }),
      await testContext.owner.addCard(CARD_NUMBERS.frictionless, { cardExpirationDate: '1137' }),
    ];
    await injectFault(testContext.gateway, {
      provider: 'mangopay',
      operation: 'read',
      when: 'beforeCommit',
      kind: 'delay',
      delayMs: 200,
    });
    const answeredCardIds: string[] = [];
    await Promise.all(
      [secondCard, thirdCard].map(async ({ cardId }) => {
        expect(outcomeOf(await choose(testContext.owner, cardId))).toEqual([200]);
        answeredCardIds.push(cardId);
      }),
    );
    expect(await testContext.owner.findDefaultCard()).toBe(answeredCardIds.at(-1));
  });

  it.each([
    ['the default one first', [0, 1]],
    ['the default one last', [1, 0]],
  ])(
    'that takes the default one’s place is one that is left, whatever goes at the same time: %s',
    async (_title, removalOrder) => {
      const cards = [
        await testContext.owner.addCard(),
        await testContext.owner.addCard(CARD_NUMBERS.frictionless, { cardExpirationDate: '1136' }),
        await testContext.owner.addCard(CARD_NUMBERS.frictionless, { cardExpirationDate: '1137' }),
      ].map(({ cardId }) => cardId);
      const removalAnswers = await Promise.all(
        removalOrder.map((cardIndex) => remove(testContext.owner, cards[cardIndex])),
      );
      expect([
        removalAnswers.map(({ status }) => status),
        await testContext.owner.findDefaultCard(),
        await testContext.owner.listCards(),
      ]).toEqual([[200, 200], cards[2], [cards[2]]]);
    },
  );

  it('is stored once however often its owner registers it, and its renewal is another card', async () => {
    const firstCard = await testContext.owner.addCard();
    const repeatedCardId = await testContext.owner.tokenise(CARD_NUMBERS.frictionless);
    const expectedAnswer = {
      Status: 'SUCCEEDED',
      SecureModeReturnURL: null,
      SecureModeRedirectURL: null,
      ResultCode: null,
      CardId: firstCard.cardId,
    };
    for (const idempotencyKey of ['doppelt', 'doppelt', 'anders'])
      expect(
        (await testContext.owner.finishRegistration({ cardId: repeatedCardId, cardTypeAlias: 'VISA' }, idempotencyKey))
          .body,
      ).toEqual(expectedAnswer);
    expect([
      await testContext.owner.listCards(),
      await testContext.owner.findDefaultCard(),
      await isActive(repeatedCardId),
      (await preAuthorizationsOf(repeatedCardId)).length,
    ]).toEqual([[firstCard.cardId], firstCard.cardId, false, 0]);
    const renewedCard = await testContext.owner.addCard(CARD_NUMBERS.frictionless, { cardExpirationDate: '1136' });
    expect(await testContext.owner.listCards()).toEqual([firstCard.cardId, renewedCard.cardId]);
  });

  it.each([
    ['that the bank doesn’t ask about', CARD_NUMBERS.frictionless],
    ['that the bank asks about', CARD_NUMBERS.challenge],
  ])('%s, handed over in two tabs at once, is kept once: both are told which', async (_title, cardNumber) => {
    const tabCardIds = [await testContext.owner.tokenise(cardNumber), await testContext.owner.tokenise(cardNumber)];
    const firstFinishAnswers = await Promise.all(
      tabCardIds.map((cardId) => testContext.owner.finishRegistration({ cardId, cardTypeAlias: 'VISA' })),
    );
    const answerBodies = firstFinishAnswers.map(({ body }) => CardFinishAnswer.parse(body));
    const isChallenged = answerBodies.every(({ Status }) => Status === 'CREATED');
    const preAuthorizationIds = isChallenged
      ? await Promise.all(answerBodies.map((body) => answerAtBank(body, 'success')))
      : [];
    const finalFinishAnswers = isChallenged
      ? await Promise.all(
          preAuthorizationIds.map((preAuthorizationId) => testContext.owner.finishRegistration({ preAuthorizationId })),
        )
      : firstFinishAnswers;
    const keptCardIds = await testContext.owner.listCards();
    expect(
      finalFinishAnswers.map(({ body }, tabIndex) => [
        CardFinishAnswer.parse(body).Status,
        CardFinishAnswer.parse(body).CardId ?? tabCardIds[tabIndex],
      ]),
    ).toEqual(tabCardIds.map(() => ['SUCCEEDED', keptCardIds[0]]));
    expect([keptCardIds.length, await testContext.owner.findDefaultCard()]).toEqual([1, keptCardIds[0]]);
    await testContext.gateway.catchUp();
    expect(await Promise.all(tabCardIds.map(isActive))).toEqual(tabCardIds.map((cardId) => cardId === keptCardIds[0]));
    for (const cardId of tabCardIds) expect(await preAuthorizationStates(cardId)).not.toContain('SUCCEEDED WAITING');
    // A repeated request of each registration gets the same response.
    for (const preAuthorizationId of preAuthorizationIds)
      expect((await testContext.owner.finishRegistration({ preAuthorizationId })).body).toMatchObject({
        Status: 'SUCCEEDED',
      });
    expect(await testContext.owner.listCards()).toEqual(keptCardIds);
  });

  it.each([
    ['the new one', 0],
    ['the first one', 1],
  ])(
    'whose answer was lost, and that was handed over anew meanwhile, is kept once: %s',
    async (_title, keptAnswerIndex) => {
      const lostCardId = await testContext.owner.tokenise(CARD_NUMBERS.frictionless);
      await injectFault(testContext.gateway, {
        provider: 'mangopay',
        operation: 'cardRegistration',
        when: 'afterCommit',
        kind: 'drop',
      });
      expect(
        outcomeOf(await testContext.owner.finishRegistration({ cardId: lostCardId, cardTypeAlias: 'VISA' })),
      ).toEqual([503, 'providerUnavailable']);
      const { cardId: renewedCardId } = await testContext.owner.addCard();
      if (keptAnswerIndex === 1)
        await testContext.gateway.database.write(({ knex }) =>
          createPaymentUserRepository(knex).chooseDefaultCard(testContext.owner.uid, lostCardId),
        );
      expect(await testContext.owner.listCards()).toEqual([renewedCardId]);
      testContext.gateway.clock.advance(2 * 60_000);
      for (let catchUpRound = 0; catchUpRound < 3; catchUpRound += 1) await testContext.gateway.catchUp();
      const [keptCardId, removedCardId] =
        keptAnswerIndex === 1 ? [lostCardId, renewedCardId] : [renewedCardId, lostCardId];
      expect([
        await testContext.owner.listCards(),
        await testContext.owner.findDefaultCard(),
        await isActive(removedCardId),
        await preAuthorizationStates(keptCardId),
        await preAuthorizationStates(removedCardId),
      ]).toEqual([[keptCardId], keptCardId, false, ['SUCCEEDED CANCELED'], ['SUCCEEDED CANCELED']]);
    },
  );

  it('can be registered again after it was removed, and by another owner', async () => {
    const firstCard = await testContext.owner.addCard();
    await remove(testContext.owner, firstCard.cardId);
    const otherOwner = await createCardOwner(testContext.gateway);
    await otherOwner.registerPaymentUser();
    await otherOwner.addCard();
    const secondCard = await testContext.owner.addCard();
    expect([secondCard.answer.CardId, await testContext.owner.listCards()]).toEqual([undefined, [secondCard.cardId]]);
  });

  it('can’t become the default card after its last month', async () => {
    const [validCard, expiredCard] = [
      await testContext.owner.addCard(),
      await testContext.owner.addCard(CARD_NUMBERS.frictionless, { cardExpirationDate: '0626' }),
    ];
    testContext.gateway.clock.moveTo(Date.parse('2026-07-01T00:30:00+02:00'));
    expect(outcomeOf(await choose(testContext.owner, expiredCard.cardId))).toEqual([404, 'NoCard']);
    await remove(testContext.owner, validCard.cardId);
    expect([await testContext.owner.findDefaultCard(), await testContext.owner.listCards()]).toEqual([
      null,
      [expiredCard.cardId],
    ]);
    testContext.gateway.clock.moveTo(testContext.gateway.clock.realNow());
  });

  it('holds no money and never becomes the default card where it is removed while the bank still asks', async () => {
    const { cardId, answer } = await testContext.owner.addCard(CARD_NUMBERS.challenge);
    await remove(testContext.owner, cardId);
    const preAuthorizationId = await answerAtBank(answer, 'success');
    expect(outcomeOf(await testContext.owner.finishRegistration({ preAuthorizationId }))).toEqual([404, 'NoCard']);
    await testContext.gateway.catchUp();
    expect([await testContext.owner.findDefaultCard(), await preAuthorizationStates(cardId)]).toEqual([
      null,
      ['SUCCEEDED CANCELED'],
    ]);
  });
});
