import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import {
  chatTopic,
  connectUsers,
  createChat,
  globalTopic,
  login,
  meTopic,
  pathOf,
  register,
  sendChatMessage,
} from '@mahlzeit/contract';
import type { Session } from '@mahlzeit/contract';
import { buildProduct, repositoryRoot } from '../../world/product';
import type { Person } from '../../world/sign-in';
import { logIn, createPerson, verifyEmailAddress } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { startWorld } from '../../world/start-world';
import type { Figure } from '../measure/figure';
import { boundRatio, now, p95, reportedMs } from '../measure/figure';
import type { BareMessages } from './bare-messages';
import { openBareSender, serveBareMessages } from './bare-messages';
import { connectCrowd, visitorsOf } from './crowd';
import type { TimedPage } from './message-times';
import { openTimedPage } from './message-times';

const AREA = 'live';
const CONNECTED_COUNT = 200;
const CHAT_MEMBER_COUNT = 10;
const MESSAGE_COUNT = 240;
const WARM_UP_ROUNDS = 20;
// Pause before each message. It is no multiple of a frame's duration, so that messages arrive at any time within a
// frame.
const PAUSE_MS = 61;

interface Member extends Person {
  readonly session: Session;
}

const registerMember = async (world: World, name: string): Promise<Member> => {
  const person = createPerson(name);
  await world.api.call(register, { body: { ...person, visible: false, policyAccepted: true } });
  await verifyEmailAddress(world, person);
  return { ...person, session: await world.api.call(login, { body: person }) };
};

/** Creates a chat of ten people, all of whom are connected with the author. */
const openChat = async (
  world: World,
): Promise<{
  readonly author: Member;
  readonly reader: Member;
  readonly silentMembers: readonly Member[];
  readonly chatKey: string;
}> => {
  const members: Member[] = [];
  for (let index = 0; index < CHAT_MEMBER_COUNT; index += 1)
    members.push(await registerMember(world, `tisch-${index}`));
  const [author, reader, ...silentMembers] = members;
  if (author === undefined || reader === undefined) throw new Error('The crowd has no author or no reader');
  const token = author.session.idToken;
  for (const {
    session: { account },
  } of members.slice(1))
    await world.api.call(connectUsers, { token, body: { code: account.connectionCode ?? '' } });
  const { chatId } = await world.api.call(createChat, {
    token,
    body: { participantKeys: members.slice(1).map(({ session: { account } }) => account.uid) },
  });
  return { author, reader, silentMembers, chatKey: chatId };
};

/** Function that sends a prepared text. The preparation of the request doesn't count as the gateway's time. */
type SendText = () => Promise<unknown> | void;

/**
 * Creates a function that prepares texts for a chat. The texts are sent over an open connection, as a page would send
 * them.
 */
const createAuthor = ({ url }: World, { session: { idToken } }: Member, chatKey: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (content: string): SendText => {
    const body = Buffer.from(JSON.stringify({ content }));
    const headers = {
      Authorization: `Bearer ${idToken}`,
      'Content-Type': 'application/json',
      'Content-Length': body.byteLength,
    };
    const clientRequest = request(url + pathOf(sendChatMessage, { params: { chatKey } }), {
      method: 'POST',
      agent,
      headers,
    });
    const responseArrival = new Promise<void>((resolve, reject) => {
      clientRequest.on('response', (answer) => {
        answer.resume();
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve()
            : reject(new Error(`Sending the message failed: status ${answer.statusCode}`)),
        );
      });
      clientRequest.on('error', reject);
    });
    return () => {
      clientRequest.end(body);
      return responseArrival;
    };
  };
};

/** Returns the milliseconds from sending a text until the page has painted it. */
const measurePaintMs = async (
  { waitForPaint }: TimedPage,
  text: string,
  prepare: (text: string) => SendText,
): Promise<number> => {
  const paintedAt = waitForPaint(text);
  const sendText = prepare(text);
  await delay(PAUSE_MS);
  const sentAt = now();
  await sendText();
  return (await paintedAt) - sentAt;
};

interface Pages {
  readonly product: TimedPage;
  readonly barePage: TimedPage;
}

/** Measures the product and the bare page. They take turns, so that a busy moment of the machine affects both. */
const compareTimes = async (
  { product, barePage }: Pages,
  prepare: Readonly<Record<'product' | 'bare', (text: string) => SendText>>,
): Promise<Record<'product' | 'bare', number[]>> => {
  const times: Record<'product' | 'bare', number[]> = { product: [], bare: [] };
  for (let round = 0; round < MESSAGE_COUNT + WARM_UP_ROUNDS; round += 1) {
    const productMs = await measurePaintMs(product, `n${round}-m`, prepare.product);
    const bareMs = await measurePaintMs(barePage, `n${round}-b`, prepare.bare);
    if (round < WARM_UP_ROUNDS) continue;
    times.product.push(productMs);
    times.bare.push(bareMs);
  }
  return times;
};

const figuresOf = ({ product, bare }: Record<'product' | 'bare', readonly number[]>): Figure[] => [
  reportedMs(AREA, `from POST to paint in another browser, ${CONNECTED_COUNT} connected, p95`, p95(product)),
  reportedMs(AREA, 'a bare message to as many, painted by a bare page, p95', p95(bare)),
  boundRatio(AREA, 'from POST to paint against the bare message, p95', { ratio: p95(product) / p95(bare), maximum: 3 }),
];

const openPages = async (world: World, { url }: BareMessages, reader: Member, chatKey: string): Promise<Pages> => ({
  product: await openTimedPage(async (page) => {
    await page.goto(world.url);
    await logIn(page, reader);
    await page.goto(`${world.url}/restaurants#chatmessages/${chatKey}`);
    // After the reload the page has no mouse position. Otherwise the browser would check in every frame what is below
    // the mouse, which it doesn't do in the bare page.
    await page.reload();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
  }),
  barePage: await openTimedPage(async (page) => void (await page.goto(url))),
});

/** Measures how long a message takes from the sender's request to the screen of another browser. */
export const benchLive = async (print: (line: string) => void): Promise<Figure[]> => {
  print('live: building what changed');
  buildProduct();
  const world = await startWorld({ product: repositoryRoot });
  const bareMessages = await serveBareMessages();
  print('live: ten people meet in a chat');
  const { author, reader, silentMembers, chatKey } = await openChat(world);
  const silentWatchers = silentMembers.map(({ session: { idToken } }) => ({
    token: idToken,
    topics: [globalTopic, meTopic, chatTopic(chatKey)],
  }));
  const crowds = [
    await connectCrowd({
      url: world.url,
      watchers: [
        ...silentWatchers,
        ...(await visitorsOf(world, CONNECTED_COUNT - CHAT_MEMBER_COUNT, [globalTopic, meTopic])),
      ],
    }),
    await connectCrowd({
      addresses: [
        ...Array<string>(silentWatchers.length).fill(bareMessages.chatUrl),
        ...Array<string>(CONNECTED_COUNT - CHAT_MEMBER_COUNT).fill(bareMessages.url),
      ],
    }),
  ];
  const sendBare = await openBareSender(bareMessages);
  const pages = await openPages(world, bareMessages, reader, chatKey);
  try {
    print('live: measuring');
    return figuresOf(
      await compareTimes(pages, {
        product: createAuthor(world, author, chatKey),
        bare: (text) => () => sendBare(text),
      }),
    );
  } finally {
    for (const crowd of crowds) crowd.disconnect();
    await Promise.all([pages.product.close(), pages.barePage.close()]);
    bareMessages.close();
    await world.stop();
  }
};
