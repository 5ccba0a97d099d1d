import { CardFinishAnswer } from '@mahlzeit/contract';
import { outcomeOf } from '../../identity/testing/people';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import { injectFault } from '../testing/counter';
import { cardOwner, NUMBERS } from '../testing/wallet';
import { openCardDesk } from '../testing/card-desk';

const desk = openCardDesk();
const { heldOn, standing, isActive, choose, remove, answerAtBank } = desk;

describe('a card', () => {
  beforeEach(async () => {
    await desk.owner.join();
  });

  it('can pay at once where the bank doesn’t ask, is the default card, and holds no money', async () => {
    const { cardId, answer } = await desk.owner.added(NUMBERS.frictionless);
    expect(answer).toEqual({
      Status: 'SUCCEEDED',
      SecureModeReturnURL: null,
      SecureModeRedirectURL: null,
      ResultCode: null,
    });
    await desk.gateway.catchUp();
    expect([await standing(cardId), await desk.owner.cards(), await desk.owner.defaultCard()]).toEqual([
      ['SUCCEEDED CANCELED'],
      [cardId],
      cardId,
    ]);
    expect((await desk.owner.call('GET', '/api/payment/cards')).body).toEqual([
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
    const { cardId, answer } = await desk.owner.added(number);
    expect(answer).toMatchObject({
      Status: 'CREATED',
      ResultCode: null,
      SecureModeRedirectURL: expect.stringContaining('/3ds/'),
      SecureModeReturnURL: expect.stringMatching(/\/payment\/return\?preAuthorizationId=\w+$/),
    });
    expect([await desk.owner.cards(), await desk.owner.defaultCard()]).toEqual([[], null]);
    const preAuthorizationId = await answerAtBank(answer, 'success');
    expect(outcomeOf(await desk.owner.finish({ preAuthorizationId }))).toEqual([200]);
    await desk.gateway.catchUp();
    expect([await standing(cardId), await desk.owner.cards(), await desk.owner.defaultCard()]).toEqual([
      ['SUCCEEDED CANCELED'],
      [cardId],
      cardId,
    ]);
  });

  it('C15 is CREATED while its owner hasn’t answered the bank', async () => {
    const { cardId, answer } = await desk.owner.added(NUMBERS.challenge);
    const preAuthorizationId = new URL(answer.SecureModeReturnURL ?? '').searchParams.get('preAuthorizationId');
    expect((await desk.owner.finish({ preAuthorizationId })).body).toEqual(answer);
    expect([(await desk.owner.finish({ cardId, cardTypeAlias: 'VISA' })).body, (await heldOn(cardId)).length]).toEqual([
      answer,
      1,
    ]);
  });

  it.each([
    ['fail', '101301'],
    ['cancel', '101002'],
  ])('that its owner denies to the bank is gone: %s', async (result, code) => {
    const { cardId, answer } = await desk.owner.added(NUMBERS.challenge);
    const preAuthorizationId = await answerAtBank(answer, result);
    expect((await desk.owner.finish({ preAuthorizationId })).body).toMatchObject({
      Status: 'FAILED',
      ResultCode: code,
      SecureModeRedirectURL: null,
    });
    await desk.gateway.catchUp();
    expect([await isActive(cardId), await desk.owner.cards(), await desk.owner.defaultCard()]).toEqual([
      false,
      [],
      null,
    ]);
  });

  it.each(['101305', '101306'])(
    'makes the bank ask for an hour after it has refused a registration with %s',
    async (resultCode) => {
      const refused = await desk.owner.tokenised(NUMBERS.frictionless);
      await injectFault(desk.gateway, {
        provider: 'mangopay',
        operation: 'cardRegistration',
        when: 'beforeCommit',
        kind: 'fail',
        resultCode,
      });
      expect((await desk.owner.finish({ cardId: refused, cardTypeAlias: 'VISA' })).body).toMatchObject({
        Status: 'FAILED',
        ResultCode: resultCode,
      });
      const again = await desk.owner.added();
      expect(again.answer).toMatchObject({ Status: 'CREATED', SecureModeRedirectURL: expect.any(String) });
      await desk.owner.finish({ preAuthorizationId: await answerAtBank(again.answer, 'success') });
      expect(await desk.owner.cards()).toEqual([again.cardId]);
      await desk.gateway.database.write(({ knex }) =>
        knex('card_pre_authorization')
          .where({ card_id: refused })
          .update({ begun_at: desk.gateway.clock.realNow() - 3_600_000 }),
      );
      expect((await desk.owner.added(NUMBERS.frictionless, { cardExpirationDate: '1136' })).answer).toMatchObject({
        Status: 'SUCCEEDED',
      });
    },
  );

  it('is removed where the bank declines it', async () => {
    const { cardId, answer } = await desk.owner.added(NUMBERS.frictionless, { cardCvx: '999' });
    expect(answer).toMatchObject({ Status: 'FAILED', ResultCode: '101101' });
    expect(await desk.owner.cards()).toEqual([]);
    await desk.gateway.catchUp();
    expect(await isActive(cardId)).toBe(false);
  });

  it('is pre-authorised once, however often the request is repeated', async () => {
    const cardId = await desk.owner.tokenised(NUMBERS.frictionless);
    const answers = await Promise.all([1, 2, 3].map(() => desk.owner.finish({ cardId, cardTypeAlias: 'VISA' })));
    const again = await desk.owner.finish({ cardId, cardTypeAlias: 'VISA' });
    expect([
      ...answers.map(({ status }) => status).filter((status) => ![200, 409, 503].includes(status)),
      again.status,
      (await heldOn(cardId)).length,
    ]).toEqual([200, 1]);
  });

  it('is pre-authorised where the browser sends no facts', async () => {
    const cardId = await desk.owner.tokenised(NUMBERS.frictionless);
    expect((await desk.owner.finish({ cardId, cardTypeAlias: 'VISA' })).body).toMatchObject({ Status: 'SUCCEEDED' });
  });

  it('has the brand that the provider names, whatever the browser says', async () => {
    const cardId = await desk.owner.tokenised(NUMBERS.frictionless);
    await desk.owner.finish({ cardId, cardTypeAlias: 'MASTERCARD' });
    expect((await desk.owner.call('GET', '/api/payment/cards')).body).toMatchObject([{ data: { typeAlias: 'VISA' } }]);
  });

  it('is refused with the code of the missing field', async () => {
    const cardId = await desk.owner.tokenised(NUMBERS.frictionless);
    for (const [body, code] of [
      [{}, 'NoCardId'],
      [{ cardId: ' ', cardTypeAlias: 'VISA' }, 'NoCardId'],
      [{ cardId }, 'NoCardType'],
      [{ preAuthorizationId: ' ' }, 'NoPreauthorizationId'],
    ] as const) {
      expect(outcomeOf(await desk.owner.finish(body))).toEqual([400, code]);
    }
    for (const call of [choose, remove])
      for (const none of [undefined, ' ']) expect(outcomeOf(await call(desk.owner, none))).toEqual([400, 'NoCard']);
  });

  it('is neither listed nor the default card before its registration is finished', async () => {
    const cardId = await desk.owner.tokenised(NUMBERS.frictionless);
    expect([await desk.owner.cards(), outcomeOf(await choose(desk.owner, cardId))]).toEqual([[], [404, 'NoCard']]);
  });

  it('C25 of another user is answered as unknown, and nothing happens to it', async () => {
    const mine = await desk.owner.added(NUMBERS.frictionless);
    const asked = await desk.owner.added(NUMBERS.challenge);
    const preAuthorizationId = new URL(asked.answer.SecureModeReturnURL ?? '').searchParams.get('preAuthorizationId');
    const other = await cardOwner(desk.gateway);
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
    expect([
      await desk.owner.cards(),
      await desk.owner.defaultCard(),
      await other.cards(),
      await other.defaultCard(),
    ]).toEqual([[mine.cardId], mine.cardId, [], null]);
  });

  it('becomes the default card by choice, and is replaced by another good one when it is removed', async () => {
    const [first, second] = [
      await desk.owner.added(),
      await desk.owner.added(NUMBERS.frictionless, { cardExpirationDate: '1136' }),
    ];
    expect(await desk.owner.defaultCard()).toBe(first.cardId);
    expect([outcomeOf(await choose(desk.owner, second.cardId)), await desk.owner.defaultCard()]).toEqual([
      [200],
      second.cardId,
    ]);
    expect([
      outcomeOf(await remove(desk.owner, second.cardId)),
      await desk.owner.defaultCard(),
      await desk.owner.cards(),
      await isActive(second.cardId),
    ]).toEqual([[200], first.cardId, [first.cardId], false]);
    // The removed card stays removed, and removing it a second time is no error.
    expect([
      outcomeOf(await remove(desk.owner, second.cardId)),
      outcomeOf(await choose(desk.owner, second.cardId)),
      outcomeOf(await desk.owner.finish({ cardId: second.cardId, cardTypeAlias: 'VISA' })),
    ]).toEqual([[200], [404, 'NoCard'], [404, 'NoCard']]);
    expect([
      outcomeOf(await remove(desk.owner, first.cardId)),
      await desk.owner.defaultCard(),
      await desk.owner.cards(),
    ]).toEqual([[200], null, []]);
  });

  it('is the default card where it was chosen last, whatever was chosen while the provider was asked', async () => {
    const [, second, third] = [
      await desk.owner.added(),
      await desk.owner.added(NUMBERS.frictionless, { cardExpirationDate: '1136' }),
      await desk.owner.added(NUMBERS.frictionless, { cardExpirationDate: '1137' }),
    ];
    await injectFault(desk.gateway, {
      provider: 'mangopay',
      operation: 'read',
      when: 'beforeCommit',
      kind: 'delay',
      delayMs: 200,
    });
    const answered: string[] = [];
    await Promise.all(
      [second, third].map(async ({ cardId }) => {
        expect(outcomeOf(await choose(desk.owner, cardId))).toEqual([200]);
        answered.push(cardId);
      }),
    );
    expect(await desk.owner.defaultCard()).toBe(answered.at(-1));
  });

  it.each([
    ['the default one first', [0, 1]],
    ['the default one last', [1, 0]],
  ])('that takes the default one’s place is one that is left, whatever goes at the same time: %s', async (_, order) => {
    const cards = [
      await desk.owner.added(),
      await desk.owner.added(NUMBERS.frictionless, { cardExpirationDate: '1136' }),
      await desk.owner.added(NUMBERS.frictionless, { cardExpirationDate: '1137' }),
    ].map(({ cardId }) => cardId);
    const gone = await Promise.all(order.map((at) => remove(desk.owner, cards[at])));
    expect([gone.map(({ status }) => status), await desk.owner.defaultCard(), await desk.owner.cards()]).toEqual([
      [200, 200],
      cards[2],
      [cards[2]],
    ]);
  });

  it('is stored once however often its owner registers it, and its renewal is another card', async () => {
    const first = await desk.owner.added();
    const again = await desk.owner.tokenised(NUMBERS.frictionless);
    const kept = {
      Status: 'SUCCEEDED',
      SecureModeReturnURL: null,
      SecureModeRedirectURL: null,
      ResultCode: null,
      CardId: first.cardId,
    };
    for (const key of ['doppelt', 'doppelt', 'anders'])
      expect((await desk.owner.finish({ cardId: again, cardTypeAlias: 'VISA' }, key)).body).toEqual(kept);
    expect([
      await desk.owner.cards(),
      await desk.owner.defaultCard(),
      await isActive(again),
      (await heldOn(again)).length,
    ]).toEqual([[first.cardId], first.cardId, false, 0]);
    const renewed = await desk.owner.added(NUMBERS.frictionless, { cardExpirationDate: '1136' });
    expect(await desk.owner.cards()).toEqual([first.cardId, renewed.cardId]);
  });

  it.each([
    ['that the bank doesn’t ask about', NUMBERS.frictionless],
    ['that the bank asks about', NUMBERS.challenge],
  ])('%s, handed over in two tabs at once, is kept once: both are told which', async (_, number) => {
    const tabs = [await desk.owner.tokenised(number), await desk.owner.tokenised(number)];
    const first = await Promise.all(tabs.map((cardId) => desk.owner.finish({ cardId, cardTypeAlias: 'VISA' })));
    const bodies = first.map(({ body }) => CardFinishAnswer.parse(body));
    const isAsked = bodies.every(({ Status }) => Status === 'CREATED');
    const asked = isAsked ? await Promise.all(bodies.map((body) => answerAtBank(body, 'success'))) : [];
    const last = isAsked
      ? await Promise.all(asked.map((preAuthorizationId) => desk.owner.finish({ preAuthorizationId })))
      : first;
    const kept = await desk.owner.cards();
    expect(
      last.map(({ body }, at) => [
        CardFinishAnswer.parse(body).Status,
        CardFinishAnswer.parse(body).CardId ?? tabs[at],
      ]),
    ).toEqual(tabs.map(() => ['SUCCEEDED', kept[0]]));
    expect([kept.length, await desk.owner.defaultCard()]).toEqual([1, kept[0]]);
    await desk.gateway.catchUp();
    expect(await Promise.all(tabs.map(isActive))).toEqual(tabs.map((cardId) => cardId === kept[0]));
    for (const cardId of tabs) expect(await standing(cardId)).not.toContain('SUCCEEDED WAITING');
    // A repeated request gets the same response.
    for (const preAuthorizationId of asked)
      expect((await desk.owner.finish({ preAuthorizationId })).body).toMatchObject({ Status: 'SUCCEEDED' });
    expect(await desk.owner.cards()).toEqual(kept);
  });

  it.each([
    ['the new one', 0],
    ['the first one', 1],
  ])('whose answer was lost, and that was handed over anew meanwhile, is kept once: %s', async (_, isFirstKept) => {
    const lost = await desk.owner.tokenised(NUMBERS.frictionless);
    await injectFault(desk.gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'afterCommit',
      kind: 'drop',
    });
    expect(outcomeOf(await desk.owner.finish({ cardId: lost, cardTypeAlias: 'VISA' }))).toEqual([
      503,
      'providerUnavailable',
    ]);
    const { cardId: renewed } = await desk.owner.added();
    if (isFirstKept === 1)
      await desk.gateway.database.write(({ knex }) =>
        createPaymentUserRepository(knex).chooseDefaultCard(desk.owner.uid, lost),
      );
    expect(await desk.owner.cards()).toEqual([renewed]);
    desk.gateway.clock.advance(2 * 60_000);
    for (let round = 0; round < 3; round += 1) await desk.gateway.catchUp();
    const [kept, gone] = isFirstKept === 1 ? [lost, renewed] : [renewed, lost];
    expect([
      await desk.owner.cards(),
      await desk.owner.defaultCard(),
      await isActive(gone),
      await standing(kept),
      await standing(gone),
    ]).toEqual([[kept], kept, false, ['SUCCEEDED CANCELED'], ['SUCCEEDED CANCELED']]);
  });

  it('can be registered again after it was removed, and by another owner', async () => {
    const first = await desk.owner.added();
    await remove(desk.owner, first.cardId);
    const other = await cardOwner(desk.gateway);
    await other.join();
    await other.added();
    const second = await desk.owner.added();
    expect([second.answer.CardId, await desk.owner.cards()]).toEqual([undefined, [second.cardId]]);
  });

  it('can’t become the default card after its last month', async () => {
    const [good, over] = [
      await desk.owner.added(),
      await desk.owner.added(NUMBERS.frictionless, { cardExpirationDate: '0626' }),
    ];
    desk.gateway.clock.moveTo(Date.parse('2026-07-01T00:30:00+02:00'));
    expect(outcomeOf(await choose(desk.owner, over.cardId))).toEqual([404, 'NoCard']);
    await remove(desk.owner, good.cardId);
    expect([await desk.owner.defaultCard(), await desk.owner.cards()]).toEqual([null, [over.cardId]]);
    desk.gateway.clock.moveTo(desk.gateway.clock.realNow());
  });

  it('holds no money and never becomes the default card where it is removed while the bank still asks', async () => {
    const { cardId, answer } = await desk.owner.added(NUMBERS.challenge);
    await remove(desk.owner, cardId);
    const preAuthorizationId = await answerAtBank(answer, 'success');
    expect(outcomeOf(await desk.owner.finish({ preAuthorizationId }))).toEqual([404, 'NoCard']);
    await desk.gateway.catchUp();
    expect([await desk.owner.defaultCard(), await standing(cardId)]).toEqual([null, ['SUCCEEDED CANCELED']]);
  });
});
