import { Chat, ChatMessageView, Invitation } from '@mahlzeit/contract';
import { CHAT_MESSAGE_MAX_LENGTH, textLength } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { stableKey } from '../../modules/discovery';
import { signIn, type TestPerson } from '../../modules/identity/testing/people';
import { DEMO_START } from '../../platform/testing/demo-template';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { DEMO_ACCOUNTS } from './accounts';
import {
  ANSWER_AFTER_MS,
  ANSWER_WITHIN_MS,
  chooseAnswerTo,
  createBenAnswers,
  MAX_ANSWERS_PER_MINUTE,
} from './ben-answers';
import { demoChats } from './chats';
import { DEMO_SEED_NAME } from './menu';
import { DEMO_PEOPLE } from './people';

jest.setTimeout(120_000);

const BEN_UID = 'demo-ben-okafor';
const NOON = DEMO_START;

describe('the chats of the demo', () => {
  const chats = demoChats(Date.parse(NOON));

  it('have existing members, and are in the past, each message later than the one before', () => {
    const uids = new Set([...DEMO_ACCOUNTS, ...DEMO_PEOPLE].map(({ uid }) => uid));
    for (const { key, uids: memberUids, createdAt, messages, read } of chats) {
      expect([
        key,
        memberUids.filter((uid) => !uids.has(uid)),
        Object.keys(read).filter((uid) => !memberUids.includes(uid)),
      ]).toEqual([key, [], []]);
      expect([key, messages.filter(({ author }) => !memberUids.includes(author))]).toEqual([key, []]);
      const sentTimes = [createdAt, ...messages.map(({ sentAt }) => sentAt), Date.parse(NOON)];
      expect([
        key,
        sentTimes.filter((sentTime, index) => index > 0 && sentTime <= (sentTimes[index - 1] ?? 0)),
      ]).toEqual([key, []]);
      expect([
        key,
        messages.filter(({ content }) => typeof content === 'string' && textLength(content) > CHAT_MESSAGE_MAX_LENGTH),
      ]).toEqual([key, []]);
    }
  });
});

describe('Ben of the demo', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: TestPerson;
  let chatKey = '';

  const createBenWorker = () => createBenAnswers({ ...gateway, acceptInvitation: async () => undefined });
  const fetchMessages = async (key = chatKey) =>
    z.array(ChatMessageView).parse((await anna.call('GET', `/api/chat/${key}/messages`)).body);
  const writeMessage = async (content: string, key = chatKey): Promise<void> => {
    expect((await anna.call('POST', `/api/chat/${key}/messages`, { content })).status).toBe(200);
  };
  const runBenLater = async (passedMs = ANSWER_AFTER_MS): Promise<void> => {
    gateway.clock.advance(passedMs + 1);
    await createBenWorker().run();
  };

  beforeAll(async () => {
    gateway = await gateways.start({ now: NOON, environment: { MAHLZEIT_WORLD: 'demo', MAHLZEIT_NOW: NOON } });
    anna = await signIn(gateway, 'anna@mahlzeit.test');
    const chats = z.array(Chat).parse((await anna.call('GET', '/api/chat')).body);
    chatKey =
      chats.find(({ participantKeys }) => participantKeys.length === 2 && participantKeys.includes('demo-ben-okafor'))
        ?.key ?? '';
    expect(chats.length).toBeGreaterThanOrEqual(4);
  });

  it('has more messages with Anna than one page, one with a shared place', async () => {
    const previousMessages = await fetchMessages();
    expect(previousMessages).toHaveLength(50);
    expect(
      z
        .array(ChatMessageView)
        .parse((await anna.call('GET', `/api/chat/${chatKey}/messages?before=${previousMessages.at(-1)?.key}`)).body)
        .length,
    ).toBeGreaterThan(10);
    expect(
      (await fetchMessages('demo-chat-friederike'))
        .filter(({ restaurant }) => restaurant !== null)
        .map(({ restaurant }) => restaurant?.routingName),
    ).toEqual(['forno-nord']);
  });

  it('answers within seconds, once, whoever else writes for him', async () => {
    await writeMessage('Moin Ben, Hunger?');
    await createBenWorker().run();
    expect((await fetchMessages())[0]?.isOwn).toBe(true);
    gateway.clock.advance(ANSWER_AFTER_MS + 1);
    await Promise.all([createBenWorker().run(), createBenWorker().run()]);
    const [answer, question, previousMessage] = await fetchMessages();
    expect([answer?.authorKey, answer?.content, question?.content, previousMessage?.content]).toEqual([
      'demo-ben-okafor',
      chooseAnswerTo({ key: question?.key ?? '', content: question?.content ?? '', contentKind: null }),
      'Moin Ben, Hunger?',
      'Heute Mittag ins Forno Nord?',
    ]);
    await runBenLater();
    expect((await fetchMessages())[0]?.key).toBe(answer?.key);
  });

  it('answers only so much a minute', async () => {
    const messageCountBefore = (await fetchMessages('demo-chat-team')).length;
    for (let messageIndex = 0; messageIndex < MAX_ANSWERS_PER_MINUTE + 2; messageIndex += 1) {
      await writeMessage('Und jetzt?', 'demo-chat-team');
      await runBenLater();
    }
    const answerCount =
      (await fetchMessages('demo-chat-team')).length - messageCountBefore - (MAX_ANSWERS_PER_MINUTE + 2);
    expect(answerCount).toBe(MAX_ANSWERS_PER_MINUTE);
  });

  it('answers nothing old, and nothing while somebody is signed in as him', async () => {
    await writeMessage('Bist du noch da?');
    await runBenLater(ANSWER_WITHIN_MS);
    anna = await signIn(gateway, 'anna@mahlzeit.test');
    expect((await fetchMessages())[0]?.isOwn).toBe(true);
    const benSession = await signIn(gateway, 'ben@mahlzeit.test');
    await writeMessage('Hallo?');
    const [lastMessage] = await fetchMessages();
    await benSession.call('PUT', `/api/chat/${chatKey}/read`, { messageKey: lastMessage?.key });
    await runBenLater();
    expect((await fetchMessages())[0]?.isOwn).toBe(true);
    await benSession.call('POST', `/api/chat/${chatKey}/messages`, { content: 'Ich bin es selbst' });
    await writeMessage('Ach so');
    await runBenLater();
    expect((await fetchMessages())[0]?.content).toBe('Ach so');
  });

  describe('invited to a meetup', () => {
    const TEAM_CHAT_KEY = 'demo-chat-team';
    // The test moves the clock instead of calling the worker of Ben's answers, because the gateway runs this worker
    // whenever its clock is moved.
    const runBenAfter = async (passedMs = ANSWER_AFTER_MS + 1) => {
      await fetch(`${gateway.sandboxUrl ?? ''}/clock`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ now: gateway.clock.now() + passedMs }),
      });
      anna = await signIn(gateway, 'anna@mahlzeit.test');
    };
    const inviteBen = async (invitationFields: object = {}): Promise<Invitation> => {
      const { body } = await anna.call('PUT', '/api/invitations', {
        date: new Date(gateway.clock.now() + 2 * 60 * 60_000).toISOString(),
        restaurant: stableKey(DEMO_SEED_NAME, 'minze'),
        attendees: [BEN_UID],
        isTakeAway: false,
        ...invitationFields,
      });
      return z.parse(Invitation, body);
    };
    const benStatusOf = async ({ key }: Invitation) =>
      z
        .parse(Invitation, (await anna.call('GET', `/api/invitations/${key}`)).body)
        .attendees.find(({ uid }) => uid === BEN_UID)?.status;

    beforeEach(async () => {
      await runBenAfter(ANSWER_WITHIN_MS);
    });

    it('accepts after a moment, and says so', async () => {
      const invitation = await inviteBen();
      await runBenAfter(1);
      expect(await benStatusOf(invitation)).toBe('pending');
      await runBenAfter();
      expect([await benStatusOf(invitation), (await fetchMessages(invitation.chatKey))[0]?.authorKey]).toEqual([
        'accepted',
        BEN_UID,
      ]);
    });

    it('accepts when the card replaces a restaurant that he has answered', async () => {
      await anna.call('POST', '/api/chat/sendContentMessage', {
        userKeys: [BEN_UID],
        type: 'restaurant',
        contentId: stableKey(DEMO_SEED_NAME, 'minze'),
      });
      const [sharedMessage] = await fetchMessages();
      await runBenAfter();
      const invitation = await inviteBen({ chatKey, replacedChatMessageKey: sharedMessage?.key });
      await runBenAfter();
      expect(await benStatusOf(invitation)).toBe('accepted');
    });

    it('answers nothing old or cancelled, and nothing while somebody is signed in as him', async () => {
      const [oldInvitation, canceledInvitation] = [await inviteBen(), await inviteBen()];
      await anna.call('PATCH', `/api/invitations/${canceledInvitation.key}`, { status: 'canceled' });
      await runBenAfter(ANSWER_WITHIN_MS + 1);
      const readInvitation = await inviteBen({ chatKey: TEAM_CHAT_KEY });
      await (
        await signIn(gateway, 'ben@mahlzeit.test')
      ).call('PUT', `/api/chat/${TEAM_CHAT_KEY}/read`, { messageKey: readInvitation.messageKey });
      await runBenAfter();
      expect([
        await benStatusOf(oldInvitation),
        await benStatusOf(canceledInvitation),
        await benStatusOf(readInvitation),
      ]).toEqual(['pending', 'pending', 'pending']);
    });
  });

  it('answers nobody whom he blocks or who blocks him', async () => {
    await runBenLater(ANSWER_WITHIN_MS);
    anna = await signIn(gateway, 'anna@mahlzeit.test');
    await writeMessage('Hallo zusammen', 'demo-chat-team');
    await anna.call('PATCH', '/api/users/block', { users: ['demo-ben-okafor'] });
    await runBenLater();
    expect((await fetchMessages('demo-chat-team'))[0]?.isOwn).toBe(true);
  });

  it.each([
    ['Danke dir!', /ern|danken/],
    ['Wann passt es dir?', /eins|zwölf/],
    ['Ich schaffe es nicht', /Schade|andermal|ruh/],
  ])('answers suitably to „%s“', (content, expectedAnswers) => {
    expect(chooseAnswerTo({ key: 'k', content, contentKind: null })).toMatch(expectedAnswers);
  });

  it('answers within the limit of a message', () => {
    const possibleAnswers = [
      'Danke',
      'leider',
      'wann',
      'wo',
      'Pizza',
      'Hunger',
      'hallo',
      'tschüss',
      'ja',
      'x?',
      'x',
    ].flatMap((content) =>
      Array.from({ length: 20 }, (_, key) => chooseAnswerTo({ key: `${key}`, content, contentKind: null })),
    );
    expect(possibleAnswers.filter((text) => textLength(text) > CHAT_MESSAGE_MAX_LENGTH || text === '')).toEqual([]);
  });
});
