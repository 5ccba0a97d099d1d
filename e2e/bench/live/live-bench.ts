import { buildProduct, repositoryRoot } from '../../world/product';
import { globalTopic, meTopic } from '@mahlzeit/contract';
import { logInOnPage } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { startWorld } from '../../world/start-world';
import type { BenchFigure } from '../measure/figure';
import { boundRatioFigure, percentile95, reportedMsFigure } from '../measure/figure';
import type { BareMessages } from './bare-messages';
import { openBareSender, serveBareMessages } from './bare-messages';
import { connectCrowd, createVisitors } from './crowd';
import type { SendText } from './message-author';
import { createMessageAuthor, measureArrivalMs } from './message-author';
import type { TimedPage } from './message-times';
import { openTimedPage } from './message-times';
import type { Member } from './open-chat';
import { CHAT_MEMBER_COUNT, chatWatchersOf, openChat } from './open-chat';

const BENCH_AREA = 'live';
const CONNECTED_COUNT = 200;
const MEASURED_MESSAGES = 240;
const WARM_UP_ROUNDS = 20;

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
    const productMs = await measureArrivalMs(product.waitForPaint, `n${round}-m`, prepare.product);
    const bareMs = await measureArrivalMs(barePage.waitForPaint, `n${round}-b`, prepare.bare);
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
    percentile95(product),
  ),
  reportedMsFigure(BENCH_AREA, 'a bare message to as many, painted by a bare page, p95', percentile95(bare)),
  boundRatioFigure(BENCH_AREA, 'from POST to paint against the bare message, p95', {
    ratio: percentile95(product) / percentile95(bare),
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
  const silentWatchers = chatWatchersOf(silentMembers, chatKey);
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
        product: createMessageAuthor(world.url, author, chatKey),
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
