import type { Result } from '@mahlzeit/contract';
import type { ApiClient } from '../session/api-client';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { fullJitter } from '../browser/clock';
import type { OlderItems, OlderSource } from './collection';
import { edgeAfterDeletion, oldestPageRow, sortRows, joinRows, nextBefore, noPages, windowEdge } from './older-join';
import type { Compare, IsRecent, Keyed, LiveSide, LiveWindow, PastPages } from './older-join';

/** Request for one page of older rows. */
export interface PageRequest {
  /** Argument of the collection's topic, for example a chat's key. */
  readonly arg: string;
  /** Key of the oldest row that is already loaded; undefined requests the first page. */
  readonly previousEnd: string | undefined;
  readonly limit: number;
}

/**
 * Pages of a collection that are requested over HTTP (contract §0). Newer rows come first; a page with fewer rows than
 * `limit` is the last one.
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
 * HTTP status of a request whose `before` row no longer exists: the row was deleted, but the client doesn't know this
 * yet.
 */
const BAD_REQUEST_STATUS = 400;

/**
 * Limits of the delay before pages are automatically loaded again after a failure. Requests of the reader wait as well.
 */
const BACK_OFF = { baseMs: 2_000, capMs: 60_000 };

const noRows: ReadonlyMap<string, never> = new Map<string, never>();
const emptySide: LiveSide<never> = { snapshot: noRows, items: noRows, deletedKeys: new Map<string, string>() };

/**
 * Joins the pages of older rows to the rows of the topic, without gaps or duplicates: `older: olderItems({ … })`. Pages
 * are valid for the snapshot at the time of their request. After a new snapshot, or when a row has left the topic's
 * window, all pages are loaded again. The visible rows stay until the new pages have arrived.
 */
export const olderItems =
  <Row extends Keyed>({ window, compare, limit, read }: OlderPages<Row>): OlderSource<Row> =>
  ({ arg, apiClient, clock, timers, onChange }) => {
    let liveSide: LiveSide<Row> = emptySide;
    let isRecent: IsRecent<Row> = () => true;
    /**
     * Whether a row has left the topic's window. A window that isn't full then no longer contains all rows of the
     * collection.
     */
    let hasLostRows = false;
    let pastPages: PastPages<Row> = noPages;
    /** Rows that stay visible while the pages are loaded again after a new snapshot; null otherwise. */
    let carriedRows: ReadonlyMap<string, Row> | null = null;
    let arePagesStale = false;
    /** Whether the running request must be repeated, because it was sent before a deletion. */
    let mustRestart = false;
    /**
     * Number of visible rows that must be exceeded, because the reader has requested more rows; null without such a
     * request.
     */
    let rowCountToExceed: number | null = null;
    /** Whether the reader has requested more rows, which are loaded after the pages were loaded again. */
    let isMoreRequested = false;
    let abortController: AbortController | null = null;
    let error: ApiError | null = null;
    let failureCount = 0;
    let stopRetrying = (): void => undefined;

    const joinRowsWith = (pages: PastPages<Row>) => joinRows({ side: liveSide, past: pages, isRecent, compare });
    const visibleRows = (): ReadonlyMap<string, Row> => {
      if (carriedRows === null) return joinRowsWith(pastPages);
      const remainingCarriedRows = [...carriedRows].filter(([key]) => !liveSide.deletedKeys.has(key));
      const liveRows = [...liveSide.items].filter(([key, row]) => isRecent(key, row) || carriedRows?.has(key) === true);
      return new Map([...remainingCarriedRows, ...liveRows]);
    };
    const hasAllRows = (): boolean =>
      pastPages.isComplete ||
      (pastPages.pages.length === 0 && 'newest' in window && liveSide.snapshot.size < window.newest && !hasLostRows);
    const reachesPastEnd = (draft: PastPages<Row>): boolean => {
      const [pastEnd, draftEnd] = [oldestPageRow(pastPages, compare), oldestPageRow(draft, compare)];
      return pastEnd === undefined || (draftEnd !== undefined && compare(draftEnd, pastEnd) >= 0);
    };
    const hasEnoughPages = (draft: PastPages<Row>): boolean => {
      if (draft.isComplete) return true;
      return (
        draft.pages.length > 0 &&
        (!arePagesStale || reachesPastEnd(draft)) &&
        (rowCountToExceed === null || joinRowsWith(draft).size > rowCountToExceed)
      );
    };
    const settlePage = (nextError: ApiError | null): void => {
      // If rows were deleted during the failed request, the pages must still be loaded again.
      arePagesStale ||= mustRestart && pastPages.pages.length > 0;
      [abortController, error, mustRestart] = [null, nextError, false];
      failureCount = nextError === null ? 0 : failureCount + 1;
      if (nextError !== null && arePagesStale)
        stopRetrying = timers.after(fullJitter(BACK_OFF, failureCount, Math.random), startReading);
      onChange();
    };

    /**
     * Returns the pages with one more page. Null when the page could not be loaded; `unknownBefore` when the gateway
     * doesn't know the row before the page.
     */
    const withNextPage = async (
      draft: PastPages<Row>,
      previousEnd: string | undefined,
      signal: AbortSignal,
    ): Promise<PastPages<Row> | null | 'unknownBefore'> => {
      const { deletedKeys } = liveSide;
      const answer = await read({ arg, previousEnd, limit }, { apiClient, signal });
      if (signal.aborted) return null;
      if (!answer.ok) {
        if (answer.error.status === BAD_REQUEST_STATUS && previousEnd !== undefined) return 'unknownBefore';
        settlePage(answer.error);
        return null;
      }
      const rows = answer.value;
      const lastRow = draft.pages.at(-1)?.rows.at(-1);
      if (rows.length < limit || rows.at(-1)?.key !== lastRow?.key)
        return { pages: [...draft.pages, { rows, deletedKeys }], isComplete: rows.length < limit };
      // The route has returned the same page as before. Without this error, the page would be requested again and
      // again.
      settlePage(apiErrorOf('invalidAnswer'));
      return null;
    };
    const readPages = async (signal: AbortSignal): Promise<void> => {
      let draft = arePagesStale ? noPages : pastPages;
      let isFromTop = false;
      while (!hasEnoughPages(draft)) {
        const previousEnd =
          isFromTop && draft.pages.length === 0
            ? undefined
            : nextBefore({ side: liveSide, past: draft, isRecent, compare }, window);
        const nextDraft = await withNextPage(draft, previousEnd, signal);
        if (nextDraft === null) return;
        if (mustRestart) return restartReading();
        // One such error can happen when a row is deleted at the same time. A second error means that the route is
        // broken.
        if (nextDraft === 'unknownBefore' && isFromTop)
          return settlePage(apiErrorOf('invalidRequest', BAD_REQUEST_STATUS));
        isFromTop ||= nextDraft === 'unknownBefore';
        arePagesStale ||= nextDraft === 'unknownBefore';
        draft = nextDraft === 'unknownBefore' ? noPages : nextDraft;
        if (arePagesStale) continue;
        // A further page is shown at once. When all pages are loaded again, they replace the former ones only at the
        // end.
        pastPages = draft;
        onChange();
      }
      const loadsMore = isMoreRequested;
      [pastPages, arePagesStale, carriedRows, rowCountToExceed, isMoreRequested] = [draft, false, null, null, false];
      settlePage(null);
      if (loadsMore) olderItemsApi.load();
    };
    const startReading = (): void => {
      mustRestart = false;
      stopRetrying();
      abortController?.abort();
      abortController = new AbortController();
      error = null;
      // Not awaited: `readPages` passes its result to `settlePage`.
      void readPages(abortController.signal);
      onChange();
    };
    const hasPages = (): boolean => pastPages.pages.length > 0;
    const restartReading = (): void => {
      arePagesStale = hasPages();
      startReading();
    };

    const applySnapshot = (nextSide: LiveSide<Row>): void => {
      if (hasPages()) carriedRows = visibleRows();
      hasLostRows = false;
      isRecent = windowEdge(nextSide.snapshot, clock.now(), { window, compare });
      liveSide = nextSide;
      if (hasPages() || abortController !== null) restartReading();
    };
    const applyChange = (nextSide: LiveSide<Row>): void => {
      const previousSide = liveSide;
      const deletedKeys = [...nextSide.deletedKeys].flatMap(([key, deletion]) =>
        previousSide.deletedKeys.get(key) === deletion ? [] : [key],
      );
      liveSide = nextSide;
      if (deletedKeys.length === 0) return;
      hasLostRows = true;
      isRecent = edgeAfterDeletion(
        deletedKeys.flatMap((key) => previousSide.items.get(key) ?? []),
        nextSide.items,
        { window, compare, isRecent, now: clock.now() },
      );
      // These rows no longer exist, or have only left the topic's window: the reloaded pages show which. One request
      // covers many deletions.
      if (abortController !== null) mustRestart = true;
      else if (hasPages()) restartReading();
    };

    const olderItemsApi: OlderItems<Row> = {
      items: () => sortRows(visibleRows(), compare),
      state: () => ({
        status:
          error !== null
            ? 'failed'
            : abortController !== null && (rowCountToExceed !== null || isMoreRequested)
              ? 'loading'
              : 'idle',
        error,
      }),
      isRenewing: () => arePagesStale,
      hasOlder: () => liveSide !== emptySide && !hasAllRows(),
      load() {
        if (liveSide === emptySide || (hasAllRows() && !arePagesStale)) return;
        if (abortController === null) {
          rowCountToExceed = visibleRows().size;
          startReading();
        } else if (rowCountToExceed === null && !isMoreRequested) {
          isMoreRequested = true;
          onChange();
        }
      },
      updateLiveSide(next) {
        if (next.snapshot === liveSide.snapshot) applyChange(next);
        else applySnapshot(next);
      },
      resume() {
        if (abortController === null && (arePagesStale || error !== null)) startReading();
      },
      pause() {
        stopRetrying();
        abortController?.abort();
        arePagesStale ||= mustRestart && hasPages();
        [abortController, rowCountToExceed, error, mustRestart, isMoreRequested] = [null, null, null, false, false];
      },
      drop() {
        olderItemsApi.pause();
        [liveSide, pastPages, carriedRows, arePagesStale] = [emptySide, noPages, null, false];
      },
    };
    return olderItemsApi;
  };
