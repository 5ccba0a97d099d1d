import { ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import type { PolledFeed } from '@mahlzeit/shared-ui/platform/standalone';

/** Number of reports that the gateway returns at once. */
export const PAGE_SIZE = 50;

/** Reports that were loaded so far. */
export interface ReportList<Report> {
  readonly reports: readonly Report[];
  /** True when the gateway may have further reports. */
  readonly hasMore: boolean;
  /** Time at which the list was loaded, in epoch milliseconds. */
  readonly readAt: number;
}

/** List of reports that is loaded repeatedly and grows page by page. */
export interface PagedFeed<Report> extends PolledFeed<ReportList<Report>> {
  /** Loads one page more, now and in each later request. */
  showMore(): Promise<void>;
}

/** Loads one page of reports: those that follow the report with the key `startKey`. */
type ReadPage<Report> = (
  startKey: string | undefined,
  signal: AbortSignal,
) => Promise<Result<readonly Report[], ApiError>>;

const readPages = async <Report extends { readonly key: string }>(
  readPage: ReadPage<Report>,
  pageCount: number,
  signal: AbortSignal,
): Promise<Result<Omit<ReportList<Report>, 'readAt'>, ApiError>> => {
  const reports: Report[] = [];
  for (let pageNumber = 0; pageNumber < pageCount; pageNumber += 1) {
    const page = await readPage(reports.at(-1)?.key, signal);
    if (!page.ok) return page;
    reports.push(...page.value);
    if (page.value.length < PAGE_SIZE) return ok({ reports, hasMore: false });
  }
  return ok({ reports, hasMore: true });
};

interface PagedFeedDeps<Report> {
  readonly readPage: ReadPage<Report>;
  /** Creates a feed (a list that is requested repeatedly) from a function that loads the list. */
  createFeed(
    read: (signal: AbortSignal) => Promise<Result<ReportList<Report>, ApiError>>,
  ): PolledFeed<ReportList<Report>>;
  now(): number;
}

/** Creates the feed of a list (which is requested repeatedly) that grows page by page. */
export const createPagedFeed = <Report extends { readonly key: string }>({
  readPage,
  createFeed,
  now,
}: PagedFeedDeps<Report>): PagedFeed<Report> => {
  let pageCount = 1;
  const feed = createFeed(async (signal) => {
    const list = await readPages(readPage, pageCount, signal);
    return list.ok ? ok({ ...list.value, readAt: now() }) : list;
  });
  return {
    ...feed,
    start() {
      pageCount = 1;
      feed.start();
    },
    async showMore() {
      pageCount += 1;
      await feed.refresh();
    },
  };
};
