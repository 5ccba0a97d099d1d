import { buildProduct, repositoryRoot } from '../../world/product';
import { startWorld } from '../../world/start-world';
import type { World } from '../../world/start-world';
import type { Figure } from '../measure/figure';
import { boundCount, boundRatio, median, reportedMb, reportedMs } from '../measure/figure';
import { fillLists } from './filled-lists';
import type { Reader, ListSizes } from './filled-lists';
import { openListPage } from './list-page';
import type { ListPage } from './list-page';

const AREA = 'long-lists';
const ROUNDS = 9;
const MAX_RATIO = 1.5;

const SIZES = ['few', 'many'] as const;
type Size = (typeof SIZES)[number];

/** A list that is measured with few and with many rows. */
interface MeasuredList {
  readonly name: 'messages' | 'contacts';
  /** Lengths of the lists of the two readers: in this list they differ; the other list is almost empty for both. */
  readonly sizes: Readonly<Record<Size, ListSizes>>;
  hashOf(reader: Reader): string;
  /** End of the list that isn't visible when the list opens. */
  readonly farEnd: 'start' | 'end';
  readonly nearEnd: 'start' | 'end';
}

const LISTS: readonly MeasuredList[] = [
  {
    name: 'messages',
    sizes: { few: { messages: 100, contacts: 2 }, many: { messages: 10_000, contacts: 2 } },
    hashOf: ({ chatKey }) => `chatmessages/${chatKey}`,
    farEnd: 'start',
    nearEnd: 'end',
  },
  {
    name: 'contacts',
    sizes: { few: { messages: 1, contacts: 100 }, many: { messages: 1, contacts: 1_000 } },
    hashOf: () => 'contacts',
    farEnd: 'end',
    nearEnd: 'start',
  },
];

/** Milliseconds until the list is painted: `first` at its first opening in a page, `again` at the second. */
interface OpeningTimes {
  readonly first: number[];
  readonly again: number[];
}

const openAndClose = async (page: ListPage, hash: string): Promise<number> => {
  const ms = await page.open(hash);
  await page.close();
  return ms;
};

/**
 * Measures the opening of both lengths of a list. The lengths take turns, also in being the first, so that a busy
 * moment of the machine affects both.
 */
const timeOpening = async (
  world: World,
  readers: Record<Size, Reader>,
  { hashOf }: MeasuredList,
): Promise<Record<Size, OpeningTimes>> => {
  const times: Record<Size, OpeningTimes> = { few: { first: [], again: [] }, many: { first: [], again: [] } };
  const pages = { few: await openListPage(world, readers.few), many: await openListPage(world, readers.many) };
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const size of round % 2 === 0 ? SIZES : SIZES.toReversed()) {
        const [page, hash] = [pages[size], hashOf(readers[size])];
        await page.reloadPage();
        const [firstMs, againMs] = [await openAndClose(page, hash), await openAndClose(page, hash)];
        // The first round only fills caches, so its times aren't counted.
        if (round === 0) continue;
        times[size].first.push(firstMs);
        times[size].again.push(againMs);
      }
    }
  } finally {
    await Promise.all([pages.few.end(), pages.many.end()]);
  }
  return times;
};

interface ScrollResult {
  readonly heapBytes: number;
  readonly frames: number;
  readonly blank: number;
}

const measureScroll = async (
  world: World,
  reader: Reader,
  { hashOf, farEnd, nearEnd }: MeasuredList,
): Promise<ScrollResult> => {
  const page = await openListPage(world, reader);
  try {
    await page.open(hashOf(reader));
    await page.watchFrames();
    await page.scrollTo(farEnd);
    await page.scrollTo(nearEnd);
    const watchedFrames = await page.readFrames();
    return { ...watchedFrames, heapBytes: await page.heapBytes() };
  } finally {
    await page.end();
  }
};

const measureList = async (
  world: World,
  readers: Record<Size, Reader>,
  { list, print }: { readonly list: MeasuredList; readonly print: (line: string) => void },
): Promise<Figure[]> => {
  const { few, many } = readers;
  const { name } = list;
  const rowCounts = { few: few[name], many: many[name] };
  print(`long-lists: opening ${rowCounts.few} and ${rowCounts.many} ${name}`);
  const openingTimes = await timeOpening(world, readers, list);
  print(`long-lists: scrolling ${rowCounts.few} and ${rowCounts.many} ${name}`);
  const scrollResults = { few: await measureScroll(world, few, list), many: await measureScroll(world, many, list) };
  const comparison = `${rowCounts.many} ${name} against ${rowCounts.few}`;
  return [
    reportedMs(AREA, `time to open ${rowCounts.few} ${name}`, median(openingTimes.few.first)),
    reportedMs(AREA, `time to open ${rowCounts.many} ${name}`, median(openingTimes.many.first)),
    boundRatio(AREA, `time to open, ${comparison}`, {
      ratio: median(openingTimes.many.first) / median(openingTimes.few.first),
      maximum: MAX_RATIO,
    }),
    boundRatio(AREA, `time to open again, ${comparison}`, {
      ratio: median(openingTimes.many.again) / median(openingTimes.few.again),
      maximum: MAX_RATIO,
    }),
    reportedMb(AREA, `heap after scrolling ${rowCounts.few} ${name}`, scrollResults.few.heapBytes),
    reportedMb(AREA, `heap after scrolling ${rowCounts.many} ${name}`, scrollResults.many.heapBytes),
    boundRatio(AREA, `heap after scrolling, ${comparison}`, {
      ratio: scrollResults.many.heapBytes / scrollResults.few.heapBytes,
      maximum: MAX_RATIO,
    }),
    boundCount(AREA, `blank frames of ${scrollResults.many.frames} while scrolling ${rowCounts.many} ${name}`, {
      count: scrollResults.many.blank,
      maximum: 0,
    }),
  ];
};

/** Measures how a long chat and a long list of contacts open and scroll, in comparison with short ones. */
export const benchLongLists = async (print: (line: string) => void): Promise<Figure[]> => {
  print('long-lists: building what changed');
  buildProduct();
  const world = await startWorld({ product: repositoryRoot });
  try {
    print('long-lists: filling chats and contacts');
    const readers = await fillLists(
      world,
      LISTS.flatMap(({ sizes: { few, many } }) => [few, many]),
    );
    const figures: Figure[] = [];
    for (const [index, list] of LISTS.entries()) {
      const [shortList, longList] = readers.slice(2 * index);
      if (shortList !== undefined && longList !== undefined)
        figures.push(...(await measureList(world, { few: shortList, many: longList }, { list, print })));
    }
    return figures;
  } finally {
    await world.stop();
  }
};
