import { buildProduct, repositoryRoot } from '../../world/product';
import { startWorld } from '../../world/start-world';
import type { World } from '../../world/start-world';
import type { BenchFigure } from '../measure/figure';
import { boundCountFigure, boundRatioFigure, median, reportedMbFigure, reportedMsFigure } from '../measure/figure';
import { fillLists } from './filled-lists';
import type { ListReader, ListSizes } from './filled-lists';
import { openListPage } from './list-page';
import type { ListPage } from './list-page';

const BENCH_AREA = 'long-lists';
const OPENING_ROUNDS = 9;
const MAX_TIME_RATIO = 1.5;

const LIST_SIZES = ['few', 'many'] as const;
type ListSize = (typeof LIST_SIZES)[number];

/** A list that is measured with few and with many rows. */
interface MeasuredList {
  readonly name: 'messages' | 'contacts';
  /**
   * Numbers of rows in the lists of the two measured users. In this list the numbers differ; the other list is almost
   * empty for both users.
   */
  readonly sizes: Readonly<Record<ListSize, ListSizes>>;
  hashOf(reader: ListReader): string;
  /** End of the list that isn't visible when the list opens. */
  readonly farEnd: 'start' | 'end';
  readonly nearEnd: 'start' | 'end';
}

const MEASURED_LISTS: readonly MeasuredList[] = [
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

const openAndClose = async (page: ListPage, dialogHash: string): Promise<number> => {
  const openingMs = await page.open(dialogHash);
  await page.close();
  return openingMs;
};

/**
 * Measures the opening of both lengths of a list. The lengths take turns, also in being the first, so that a busy
 * moment of the machine affects both.
 */
const timeOpening = async (
  world: World,
  readerBySize: Record<ListSize, ListReader>,
  { hashOf }: MeasuredList,
): Promise<Record<ListSize, OpeningTimes>> => {
  const openingTimesBySize: Record<ListSize, OpeningTimes> = {
    few: { first: [], again: [] },
    many: { first: [], again: [] },
  };
  const pageBySize = {
    few: await openListPage(world, readerBySize.few),
    many: await openListPage(world, readerBySize.many),
  };
  try {
    for (let round = 0; round <= OPENING_ROUNDS; round += 1) {
      for (const listSize of round % 2 === 0 ? LIST_SIZES : LIST_SIZES.toReversed()) {
        const [page, hash] = [pageBySize[listSize], hashOf(readerBySize[listSize])];
        await page.reloadPage();
        const [firstOpeningTime, repeatOpeningTime] = [await openAndClose(page, hash), await openAndClose(page, hash)];
        // The first round only fills caches, so its times aren't counted.
        if (round === 0) continue;
        openingTimesBySize[listSize].first.push(firstOpeningTime);
        openingTimesBySize[listSize].again.push(repeatOpeningTime);
      }
    }
  } finally {
    await Promise.all([pageBySize.few.end(), pageBySize.many.end()]);
  }
  return openingTimesBySize;
};

interface ScrollResult {
  readonly heapBytes: number;
  readonly frames: number;
  readonly blank: number;
}

const measureScroll = async (
  world: World,
  reader: ListReader,
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
  readers: Record<ListSize, ListReader>,
  { list, print }: { readonly list: MeasuredList; readonly print: (line: string) => void },
): Promise<BenchFigure[]> => {
  const { few, many } = readers;
  const { name } = list;
  const rowCounts = { few: few[name], many: many[name] };
  print(`long-lists: opening ${rowCounts.few} and ${rowCounts.many} ${name}`);
  const openingTimes = await timeOpening(world, readers, list);
  print(`long-lists: scrolling ${rowCounts.few} and ${rowCounts.many} ${name}`);
  const scrollResults = { few: await measureScroll(world, few, list), many: await measureScroll(world, many, list) };
  const comparisonText = `${rowCounts.many} ${name} against ${rowCounts.few}`;
  return [
    reportedMsFigure(BENCH_AREA, `time to open ${rowCounts.few} ${name}`, median(openingTimes.few.first)),
    reportedMsFigure(BENCH_AREA, `time to open ${rowCounts.many} ${name}`, median(openingTimes.many.first)),
    boundRatioFigure(BENCH_AREA, `time to open, ${comparisonText}`, {
      ratio: median(openingTimes.many.first) / median(openingTimes.few.first),
      maximum: MAX_TIME_RATIO,
    }),
    boundRatioFigure(BENCH_AREA, `time to open again, ${comparisonText}`, {
      ratio: median(openingTimes.many.again) / median(openingTimes.few.again),
      maximum: MAX_TIME_RATIO,
    }),
    reportedMbFigure(BENCH_AREA, `heap after scrolling ${rowCounts.few} ${name}`, scrollResults.few.heapBytes),
    reportedMbFigure(BENCH_AREA, `heap after scrolling ${rowCounts.many} ${name}`, scrollResults.many.heapBytes),
    boundRatioFigure(BENCH_AREA, `heap after scrolling, ${comparisonText}`, {
      ratio: scrollResults.many.heapBytes / scrollResults.few.heapBytes,
      maximum: MAX_TIME_RATIO,
    }),
    boundCountFigure(
      BENCH_AREA,
      `blank frames of ${scrollResults.many.frames} while scrolling ${rowCounts.many} ${name}`,
      {
        count: scrollResults.many.blank,
        maximum: 0,
      },
    ),
  ];
};

/** Measures how a long chat and a long list of contacts open and scroll, in comparison with short ones. */
export const benchLongLists = async (print: (line: string) => void): Promise<BenchFigure[]> => {
  print('long-lists: building what changed');
  buildProduct();
  const world = await startWorld({ product: repositoryRoot });
  try {
    print('long-lists: filling chats and contacts');
    const readers = await fillLists(
      world,
      MEASURED_LISTS.flatMap(({ sizes: { few, many } }) => [few, many]),
    );
    const listFigures: BenchFigure[] = [];
    for (const [index, list] of MEASURED_LISTS.entries()) {
      const [shortListReader, longListReader] = readers.slice(2 * index);
      if (shortListReader !== undefined && longListReader !== undefined)
        listFigures.push(
          ...(await measureList(world, { few: shortListReader, many: longListReader }, { list, print })),
        );
    }
    return listFigures;
  } finally {
    await world.stop();
  }
};
