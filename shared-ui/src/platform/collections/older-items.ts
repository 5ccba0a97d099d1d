import type { Result } from '@mahlzeit/contract';
import type { ApiClient } from '../session/api-client';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { fullJitterMs } from '../browser/clock';
import type { OlderItems, OlderSource } from './collection';
import {
  windowEdgeAfterDeletion,
  oldestPageRow,
  sortRows,
  joinRows,
  nextBeforeKey,
  NO_PAGES,
  createWindowEdge,
} from './older-join';
import type { Compare, IsInLiveWindow, Keyed, LiveSide, LiveWindow, PastPages } from './older-join';

/** Request for one page of older rows. */
export interface PageRequest {
  /** Argument of the collection's topic, for example a chat's key. */
  readonly arg: string;
  /** Key of the oldest row that is already loaded; undefined requests the first page. */
  readonly previousEnd: string | undefined;
  readonly limit: number;
}

/**
 * Describes how the older rows of a collection are requested over HTTP, page by page (contract §0). Newer rows come
 * first; a page with fewer rows than `limit` is the last one.
 */
interface OlderPages<Row> {
  /**
   * Rows that the topic's snapshot contains; pages contain all other rows. A row may later move towards the newer end,
   * but never towards the older end.
   */
  readonly window: LiveWindow<Row>;
  /** Compares two rows so that newer rows come first, as in the route's responses. */
  readonly compare: Compare<Row>;
  readonly limit: number;
  read(
    page: PageRequest,
    requestContext: { readonly apiClient: ApiClient; readonly signal: AbortSignal },
  ): Promise<Result<readonly Row[], ApiError>>;
}

/**
 * HTTP status of the response if the row `before` of a request no longer exists: the row was deleted, but the client
 * doesn't know this yet.
 */
const BAD_REQUEST_STATUS = 400;

/**
 * Limits of the delay before pages are automatically loaded again after a failure. A request that the user starts isn't
 * delayed.
 */
const RETRY_BACK_OFF = { baseMs: 2_000, capMs: 60_000 };

const NO_ROWS: ReadonlyMap<string, never> = new Map<string, never>();
const EMPTY_LIVE_SIDE: LiveSide<never> = { snapshot: NO_ROWS, items: NO_ROWS, deletedKeys: new Map<string, string>() };

/**
 * Joins the pages of older rows to the rows of the topic, without gaps or duplicates: `older: olderItems({ … })`. Pages
 * are valid for the snapshot at the time of their request. After a new snapshot, or when a row has left the topic's
 * window, all pages are loaded again. The visible rows stay until the new pages have arrived.
 */
export const olderItems =
  <Row extends Keyed>({ window, compare, limit, read }: OlderPages<Row>): OlderSource<Row> =>
  ({ arg, apiClient, clock, timers, onChange }) => {
    let liveSide: LiveSide<Row> = EMPTY_LIVE_SIDE;
    let isRecent: IsInLiveWindow<Row> = () => true;
    /**
     * Whether a row has left the topic's window (the part of the collection that the topic contains). A window that
     * isn't full then no longer contains all rows of the collection.
     */
    let hasLostWindowRows = false;
    let pastPages: PastPages<Row> = NO_PAGES;
    /** Rows that stay visible while the pages are loaded again after a new snapshot; null otherwise. */
    let carriedRows: ReadonlyMap<string, Row> | null = null;
    let arePastPagesStale = false;
    /** Whether the running request must be repeated, because it was sent before a row was deleted. */
    let mustRestartReading = false;
    /**
     * Number of visible rows that must be exceeded, because the user has requested more rows; null without such a
     * request.
     */
    let rowCountToExceed: number | null = null;
    /** Whether the user has requested more rows. They are loaded after the pages were loaded again. */
    let isNextPageRequested = false;
    let abortController: AbortController | null = null;
    let pageError: ApiError | null = null;
    let failureCount = 0;
    let cancelRetry = (): void => undefined;

    const joinRowsWith = (pages: PastPages<Row>) => joinRows({ side: liveSide, past: pages, isRecent, compare });
    const visibleRows = (): ReadonlyMap<string, Row> => {
      if (carriedRows === null) return joinRowsWith(pastPages);
      const remainingCarriedRows = [...carriedRows].filter(([key]) => !liveSide.deletedKeys.has(key));
      const liveRows = [...liveSide.items].filter(([key, row]) => isRecent(key, row) || carriedRows?.has(key) === true);
      return new Map([...remainingCarriedRows, ...liveRows]);
    };
    const areAllRowsLoaded = (): boolean =>
      pastPages.isComplete ||
      (pastPages.pages.length === 0 &&
        'newest' in window &&
        liveSide.snapshot.size < window.newest &&
        !hasLostWindowRows);
    const reachesEndOfPastPages = (draftPages: PastPages<Row>): boolean => {
      const [pastEndRow, draftEndRow] = [oldestPageRow(pastPages, compare), oldestPageRow(draftPages, compare)];
      return pastEndRow === undefined || (draftEndRow !== undefined && compare(draftEndRow, pastEndRow) >= 0);
    };
    const hasEnoughPages = (draftPages: PastPages<Row>): boolean => {
      if (draftPages.isComplete) return true;
      return (
        draftPages.pages.length > 0 &&
        (!arePastPagesStale || reachesEndOfPastPages(draftPages)) &&
        (rowCountToExceed === null || joinRowsWith(draftPages).size > rowCountToExceed)
      );
    };
    const finishReading = (pageErrorOrNull: ApiError | null): void => {
      // If rows were deleted during the failed request, the pages must still be loaded again.
      arePastPagesStale ||= mustRestartReading && pastPages.pages.length > 0;
      [abortController, pageError, mustRestartReading] = [null, pageErrorOrNull, false];
      failureCount = pageErrorOrNull === null ? 0 : failureCount + 1;
      if (pageErrorOrNull !== null && arePastPagesStale)
        cancelRetry = timers.after(fullJitterMs(RETRY_BACK_OFF, failureCount, Math.random), startReading);
      onChange();
    };

    /**
     * Loads one more page. Returns null if it could not be loaded, and `unknownBefore` if the gateway doesn't know the
     * row from which the page continues.
     */
    const withNextPage = async (
      draftPages: PastPages<Row>,
      previousEnd: string | undefined,
      signal: AbortSignal,
    ): Promise<PastPages<Row> | null | 'unknownBefore'> => {
      const { deletedKeys } = liveSide;
      const pageAnswer = await read({ arg, previousEnd, limit }, { apiClient, signal });
      if (signal.aborted) return null;
      if (!pageAnswer.ok) {
        if (pageAnswer.error.status === BAD_REQUEST_STATUS && previousEnd !== undefined) return 'unknownBefore';
        finishReading(pageAnswer.error);
        return null;
      }
      const pageRows = pageAnswer.value;
      const previousLastRow = draftPages.pages.at(-1)?.rows.at(-1);
      if (pageRows.length < limit || pageRows.at(-1)?.key !== previousLastRow?.key)
        return { pages: [...draftPages.pages, { rows: pageRows, deletedKeys }], isComplete: pageRows.length < limit };
      // The route has returned the same page as before. Without this error, the page would be requested again and
      // again.
      finishReading(apiErrorOf('invalidAnswer'));
      return null;
    };
    const readPages = async (signal: AbortSignal): Promise<void> => {
      let draftPages = arePastPagesStale ? NO_PAGES : pastPages;
      let startsAtFirstPage = false;
      while (!hasEnoughPages(draftPages)) {
        const previousEnd =
          startsAtFirstPage && draftPages.pages.length === 0
            ? undefined
            : nextBeforeKey({ side: liveSide, past: draftPages, isRecent, compare }, window);
        const nextDraftPages = await withNextPage(draftPages, previousEnd, signal);
        if (nextDraftPages === null) return;
        if (mustRestartReading) return restartReading();
        // The gateway doesn't know the row that this page continues from, because it was deleted meanwhile. A second
        // such answer, to the first page, would mean that the route is broken.
        if (nextDraftPages === 'unknownBefore' && startsAtFirstPage)
          return finishReading(apiErrorOf('invalidRequest', BAD_REQUEST_STATUS));
        startsAtFirstPage ||= nextDraftPages === 'unknownBefore';
        arePastPagesStale ||= nextDraftPages === 'unknownBefore';
        draftPages = nextDraftPages === 'unknownBefore' ? NO_PAGES : nextDraftPages;
        if (arePastPagesStale) continue;
        // A further page is shown at once. When all pages are loaded again, they replace the former pages only at the
        // end.
        pastPages = draftPages;
        onChange();
      }
      const wasNextPageRequested = isNextPageRequested;
      [pastPages, arePastPagesStale, carriedRows, rowCountToExceed, isNextPageRequested] = [
        draftPages,
        false,
        null,
        null,
        false,
      ];
      finishReading(null);
      if (wasNextPageRequested) olderItemsApi.load();
    };
    const startReading = (): void => {
      mustRestartReading = false;
      cancelRetry();
      abortController?.abort();
      abortController = new AbortController();
      pageError = null;
      // The promise isn't awaited, because `readPages` passes its result to `finishReading`.
      void readPages(abortController.signal);
      onChange();
    };
    const hasPastPages = (): boolean => pastPages.pages.length > 0;
    const restartReading = (): void => {
      arePastPagesStale = hasPastPages();
      startReading();
    };

    const applySnapshot = (nextLiveSide: LiveSide<Row>): void => {
      if (hasPastPages()) carriedRows = visibleRows();
      hasLostWindowRows = false;
      isRecent = createWindowEdge(nextLiveSide.snapshot, clock.now(), { window, compare });
      liveSide = nextLiveSide;
      if (hasPastPages() || abortController !== null) restartReading();
    };
    const applyChange = (nextLiveSide: LiveSide<Row>): void => {
      const previousLiveSide = liveSide;
      const deletedKeys = [...nextLiveSide.deletedKeys].flatMap(([key, deletion]) =>
        previousLiveSide.deletedKeys.get(key) === deletion ? [] : [key],
      );
      liveSide = nextLiveSide;
      if (deletedKeys.length === 0) return;
      hasLostWindowRows = true;
      isRecent = windowEdgeAfterDeletion(
        deletedKeys.flatMap((key) => previousLiveSide.items.get(key) ?? []),
        nextLiveSide.items,
        { window, compare, isRecent, now: clock.now() },
      );
      // A row that the topic reports as deleted may no longer exist, or may only have left the topic's window. The
      // pages are loaded again to find out. One request covers many such rows.
      if (abortController !== null) mustRestartReading = true;
      else if (hasPastPages()) restartReading();
    };

    const olderItemsApi: OlderItems<Row> = {
      items: () => sortRows(visibleRows(), compare),
      state: () => ({
        status:
          pageError !== null
            ? 'failed'
            : abortController !== null && (rowCountToExceed !== null || isNextPageRequested)
              ? 'loading'
              : 'idle',
        error: pageError,
      }),
      isRenewing: () => arePastPagesStale,
      hasOlder: () => liveSide !== EMPTY_LIVE_SIDE && !areAllRowsLoaded(),
      load() {
        if (liveSide === EMPTY_LIVE_SIDE || (areAllRowsLoaded() && !arePastPagesStale)) return;
        if (abortController === null) {
          rowCountToExceed = visibleRows().size;
          startReading();
        } else if (rowCountToExceed === null && !isNextPageRequested) {
          isNextPageRequested = true;
          onChange();
        }
      },
      takeLiveSide(nextLiveSide) {
        if (nextLiveSide.snapshot === liveSide.snapshot) applyChange(nextLiveSide);
        else applySnapshot(nextLiveSide);
      },
      resume() {
        if (abortController === null && (arePastPagesStale || pageError !== null)) startReading();
      },
      pause() {
        cancelRetry();
        abortController?.abort();
        arePastPagesStale ||= mustRestartReading && hasPastPages();
        [abortController, rowCountToExceed, pageError, mustRestartReading, isNextPageRequested] = [
          null,
          null,
          null,
          false,
          false,
        ];
      },
      drop() {
        olderItemsApi.pause();
        [liveSide, pastPages, carriedRows, arePastPagesStale] = [EMPTY_LIVE_SIDE, NO_PAGES, null, false];
      },
    };
    return olderItemsApi;
  };
