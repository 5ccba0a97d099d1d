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
import { logInOnPage, createPerson, verifyEmailAddress } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { startWorld } from '../../world/start-world';
import type { BenchFigure } from '../measure/figure';
import { boundRatioFigure, epochNowMs, p95, reportedMsFigure } from '../measure/figure';
import type { BareMessages } from './bare-messages';
import { openBareSender, serveBareMessages } from './bare-messages';
import { connectCrowd, createVisitors } from './crowd';
import type { TimedPage } from './message-times';
import { openTimedPage } from './message-times';

const BENCH_AREA = 'live';
const CONNECTED_COUNT = 200;
const CHAT_MEMBER_COUNT = 10;
const MEASURED_MESSAGES = 240;
const WARM_UP_ROUNDS = 20;
// Pause before each message. It is no multiple of the duration of the browser's frame, so that messages arrive at any
// time within a frame.
const ROUND_PAUSE_MS = 61;

interface Member extends Person {
  readonly session: Session;
}

const registerMember = async (world: World, memberName: string): Promise<Member> => {
  const newPerson = createPerson(memberName);
  await world.api.call(register, { body: { ...newPerson, visible: false, policyAccepted: true } });
  await verifyEmailAddress(world, newPerson);
  return { ...newPerson, session: await world.api.call(login, { body: newPerson }) };
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
  const chatMembers: Member[] = [];
  for (let index = 0; index < CHAT_MEMBER_COUNT; index += 1)
    chatMembers.push(await registerMember(world, `tisch-${index}`));
  const [author, reader, ...silentMembers] = chatMembers;
  if (author === undefined || reader === undefined) throw new Error('The crowd has no author or no reader');
  const token = author.session.idToken;
  for (const {
    session: { account },
  } of chatMembers.slice(1))
    await world.api.call(connectUsers, { token, body: { code: account.connectionCode ?? '' } });
  const { chatId } = await world.api.call(createChat, {
    token,
    body: { participantKeys: chatMembers.slice(1).map(({ session: { account } }) => account.uid) },
  });
  return { author, reader, silentMembers, chatKey: chatId };
};

/** Function that sends a prepared text. The preparation of the request doesn't count as the gateway's time. */
type SendText = () => Promise<unknown> | void;

/**
 * Creates a function that prepares texts for a chat. The texts are sent over an open connection, as a page would send
 * them.
 */
const createMessageAuthor = ({ url }: World, { session: { idToken } }: Member, chatKey: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (messageContent: string): SendText => {
    const messageBody = Buffer.from(JSON.stringify({ content: messageContent }));
    const headers = {
      Authorization: `Bearer ${idToken}`,
      'Content-Type': 'application/json',
      'Content-Length': messageBody.byteLength,
    };
    const clientRequest = request(url + pathOf(sendChatMessage, { params: { chatKey } }), {
      method: 'POST',
      agent,
      headers,
    });
    const responseArrival = new Promise<void>((resolve, reject) => {
      clientRequest.on('response', (messageResponse) => {
        messageResponse.resume();
        messageResponse.on('end', () =>
          messageResponse.statusCode === 200
            ? resolve()
            : reject(new Error(`Sending the message failed: status ${messageResponse.statusCode}`)),
        );
      });
      clientRequest.on('error', reject);
    });
    return () => {
      clientRequest.end(messageBody);
      return responseArrival;
    };
  };
};

/** Returns the milliseconds from sending a text until the page has painted it. */
const measurePaintMs = async (
  { waitForPaint }: TimedPage,
  text: string,
  prepareMessage: (text: string) => SendText,
): Promise<number> => {
  const whenPainted = waitForPaint(text);
  const sendText = prepareMessage(text);
  await delay(ROUND_PAUSE_MS);
  const sendStartMs = epochNowMs();
  await sendText();
  return (await whenPainted) - sendStartMs;
};

interface BenchPages {
  readonly product: TimedPage;
  readonly barePage: TimedPage;
}

/**
 * Measures the product and the bare page (a minimal page that only shows messages). They take turns, so that a busy
 * moment of the machine affects both.
 */
const comparePaintTimes = async (
  { product, barePage }: BenchPages,
  prepare: Readonly<Record<'product' | 'bare', (text: string) => SendText>>,
): Promise<Record<'product' | 'bare', number[]>> => {
  const timesByPage: Record<'product' | 'bare', number[]> = { product: [], bare: [] };
  for (let round = 0; round < MEASURED_MESSAGES + WARM_UP_ROUNDS; round += 1) {
    const productMs = await measurePaintMs(product, `n${round}-m`, prepare.product);
    const bareMs = await measurePaintMs(barePage, `n${round}-b`, prepare.bare);
    if (round < WARM_UP_ROUNDS) continue;
    timesByPage.product.push(productMs);
    timesByPage.bare.push(bareMs);
  }
  return timesByPage;
};

const liveFiguresOf = ({ product, bare }: Record<'product' | 'bare', readonly number[]>): BenchFigure[] => [
  reportedMsFigure(
    BENCH_AREA,
    `from POST to paint in another browser, ${CONNECTED_COUNT} connected, p95`,
    p95(product),
  ),
  reportedMsFigure(BENCH_AREA, 'a bare message to as many, painted by a bare page, p95', p95(bare)),
  boundRatioFigure(BENCH_AREA, 'from POST to paint against the bare message, p95', {
    ratio: p95(product) / p95(bare),
    maximum: 3,
  }),
];

const openPages = async (
  world: World,
  { url }: BareMessages,
  reader: Member,
  chatKey: string,
): Promise<BenchPages> => ({
  product: await openTimedPage(async (page) => {
    await page.goto(world.url);
    await logInOnPage(page, reader);
    await page.goto(`${world.url}/restaurants#chatmessages/${chatKey}`);
    // After the reload the page has no mouse position. Otherwise the browser would check in every frame what is below
    // the mouse, which it doesn't do in the bare page.
    await page.reload();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
  }),
  barePage: await openTimedPage(async (page) => void (await page.goto(url))),
});

/** Measures how long a message takes from the sender's request to the screen of another browser. */
export const benchLive = async (printLine: (line: string) => void): Promise<BenchFigure[]> => {
  printLine('live: building what changed');
  buildProduct();
  const world = await startWorld({ product: repositoryRoot });
  const bareMessages = await serveBareMessages();
  printLine('live: ten people meet in a chat');
  const { author, reader, silentMembers, chatKey } = await openChat(world);
  const silentWatchers = silentMembers.map(({ session: { idToken } }) => ({
    token: idToken,
    topics: [globalTopic, meTopic, chatTopic(chatKey)],
  }));
  const connectedCrowds = [
    await connectCrowd({
      url: world.url,
      watchers: [
        ...silentWatchers,
        ...(await createVisitors(world, CONNECTED_COUNT - CHAT_MEMBER_COUNT, [globalTopic, meTopic])),
      ],
    }),
    await connectCrowd({
      addresses: [
        ...Array<string>(silentWatchers.length).fill(bareMessages.chatUrl),
        ...Array<string>(CONNECTED_COUNT - CHAT_MEMBER_COUNT).fill(bareMessages.url),
      ],
    }),
  ];
  const sendBareMessage = await openBareSender(bareMessages);
  const benchPages = await openPages(world, bareMessages, reader, chatKey);
  try {
    printLine('live: measuring');
    return liveFiguresOf(
      await comparePaintTimes(benchPages, {
        product: createMessageAuthor(world, author, chatKey),
        bare: (text) => () => sendBareMessage(text),
      }),
    );
  } finally {
    for (const connectedCrowd of connectedCrowds) connectedCrowd.disconnect();
    await Promise.all([benchPages.product.close(), benchPages.barePage.close()]);
    bareMessages.close();
    await world.stop();
  }
};
