import type { Result } from '@mahlzeit/contract';
import type { ApiClient } from '../session/api-client';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { fullJitter } from '../browser/clock';
import type { OlderItems, OlderSource } from './collection';
import { edgeAfter, endOf, inOrder, joinRows, nextBefore, noPages, windowEdge } from './older-join';
import type { Compare, IsRecent, Keyed, LiveSide, LiveWindow, Past } from './older-join';

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
    calls: { readonly apiClient: ApiClient; readonly signal: AbortSignal },
  ): Promise<Result<readonly Row[], ApiError>>;
}

/**
 * HTTP status of a request whose `before` row no longer exists: the row was deleted, but the client doesn't know this
 * yet.
 */
const BAD_BEFORE = 400;

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
    let side: LiveSide<Row> = emptySide;
    let isRecent: IsRecent<Row> = () => true;
    /**
     * Whether a row has left the topic's window. A window that isn't full then no longer contains all rows of the
     * collection.
     */
    let hasLost = false;
    let past: Past<Row> = noPages;
    /** Rows that stay visible while the pages are loaded again after a new snapshot; null otherwise. */
    let carriedRows: ReadonlyMap<string, Row> | null = null;
    let isStale = false;
    /** Whether the running request must be repeated, because it was sent before a deletion. */
    let mustRestart = false;
    /**
     * Number of visible rows that must be exceeded, because the reader has requested more rows; null without such a
     * request.
     */
    let countToExceed: number | null = null;
    /** Whether the reader has requested more rows, which are loaded after the pages were loaded again. */
    let isMoreRequested = false;
    let job: AbortController | null = null;
    let error: ApiError | null = null;
    let failures = 0;
    let stopRetrying = (): void => undefined;

    const rowsWith = (pages: Past<Row>) => joinRows({ side, past: pages, isRecent, compare });
    const visibleRows = (): ReadonlyMap<string, Row> => {
      if (carriedRows === null) return rowsWith(past);
      const stillCarried = [...carriedRows].filter(([key]) => !side.deletedKeys.has(key));
      const liveRows = [...side.items].filter(([key, row]) => isRecent(key, row) || carriedRows?.has(key) === true);
      return new Map([...stillCarried, ...liveRows]);
    };
    const hasAllRows = (): boolean =>
      past.isComplete ||
      (past.pages.length === 0 && 'newest' in window && side.snapshot.size < window.newest && !hasLost);
    const reachesAsFar = (draft: Past<Row>): boolean => {
      const [pastEnd, end] = [endOf(past, compare), endOf(draft, compare)];
      return pastEnd === undefined || (end !== undefined && compare(end, pastEnd) >= 0);
    };
    const isEnough = (draft: Past<Row>): boolean => {
      if (draft.isComplete) return true;
      return (
        draft.pages.length > 0 &&
        (!isStale || reachesAsFar(draft)) &&
        (countToExceed === null || rowsWith(draft).size > countToExceed)
      );
    };
    const settlePage = (next: ApiError | null): void => {
      // If rows were deleted during the failed request, the pages must still be loaded again.
      isStale ||= mustRestart && past.pages.length > 0;
      [job, error, mustRestart] = [null, next, false];
      failures = next === null ? 0 : failures + 1;
      if (next !== null && isStale) stopRetrying = timers.after(fullJitter(BACK_OFF, failures, Math.random), start);
      onChange();
    };

    /**
     * Returns the pages with one more page. Null when the page could not be loaded; `unknownBefore` when the gateway
     * doesn't know the row before the page.
     */
    const withNextPage = async (
      draft: Past<Row>,
      previousEnd: string | undefined,
      signal: AbortSignal,
    ): Promise<Past<Row> | null | 'unknownBefore'> => {
      const { deletedKeys } = side;
      const answer = await read({ arg, previousEnd, limit }, { apiClient, signal });
      if (signal.aborted) return null;
      if (!answer.ok) {
        if (answer.error.status === BAD_BEFORE && previousEnd !== undefined) return 'unknownBefore';
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
      let draft = isStale ? noPages : past;
      let isFromTop = false;
      while (!isEnough(draft)) {
        const previousEnd =
          isFromTop && draft.pages.length === 0
            ? undefined
            : nextBefore({ side, past: draft, isRecent, compare }, window);
        const next = await withNextPage(draft, previousEnd, signal);
        if (next === null) return;
        if (mustRestart) return startAnew();
        // One such error can happen when a row is deleted at the same time. A second error means that the route is
        // broken.
        if (next === 'unknownBefore' && isFromTop) return settlePage(apiErrorOf('invalidRequest', BAD_BEFORE));
        isFromTop ||= next === 'unknownBefore';
        isStale ||= next === 'unknownBefore';
        draft = next === 'unknownBefore' ? noPages : next;
        if (isStale) continue;
        // A further page is shown at once. When all pages are loaded again, they replace the former ones only at the
        // end.
        past = draft;
        onChange();
      }
      const goesOn = isMoreRequested;
      [past, isStale, carriedRows, countToExceed, isMoreRequested] = [draft, false, null, null, false];
      settlePage(null);
      if (goesOn) olderItemsApi.load();
    };
    const start = (): void => {
      mustRestart = false;
      stopRetrying();
      job?.abort();
      job = new AbortController();
      error = null;
      // Not awaited: `readPages` passes its result to `settlePage`.
      void readPages(job.signal);
      onChange();
    };
    const hasPages = (): boolean => past.pages.length > 0;
    const startAnew = (): void => {
      isStale = hasPages();
      start();
    };

    const takeSnapshot = (next: LiveSide<Row>): void => {
      if (hasPages()) carriedRows = visibleRows();
      hasLost = false;
      isRecent = windowEdge(next.snapshot, clock.now(), { window, compare });
      side = next;
      if (hasPages() || job !== null) startAnew();
    };
    const takeChange = (next: LiveSide<Row>): void => {
      const previousSide = side;
      const deletedKeys = [...next.deletedKeys].flatMap(([key, deletion]) =>
        previousSide.deletedKeys.get(key) === deletion ? [] : [key],
      );
      side = next;
      if (deletedKeys.length === 0) return;
      hasLost = true;
      isRecent = edgeAfter(
        deletedKeys.flatMap((key) => previousSide.items.get(key) ?? []),
        next.items,
        { window, compare, isRecent, now: clock.now() },
      );
      // These rows no longer exist, or have only left the topic's window: the reloaded pages show which. One request
      // covers many deletions.
      if (job !== null) mustRestart = true;
      else if (hasPages()) startAnew();
    };

    const olderItemsApi: OlderItems<Row> = {
      items: () => inOrder(visibleRows(), compare),
      state: () => ({
        status:
          error !== null ? 'failed' : job !== null && (countToExceed !== null || isMoreRequested) ? 'loading' : 'idle',
        error,
      }),
      isRenewing: () => isStale,
      hasOlder: () => side !== emptySide && !hasAllRows(),
      load() {
        if (side === emptySide || (hasAllRows() && !isStale)) return;
        if (job === null) {
          countToExceed = visibleRows().size;
          start();
        } else if (countToExceed === null && !isMoreRequested) {
          isMoreRequested = true;
          onChange();
        }
      },
      takeSide(next) {
        if (next.snapshot === side.snapshot) takeChange(next);
        else takeSnapshot(next);
      },
      resume() {
        if (job === null && (isStale || error !== null)) start();
      },
      pause() {
        stopRetrying();
        job?.abort();
        isStale ||= mustRestart && hasPages();
        [job, countToExceed, error, mustRestart, isMoreRequested] = [null, null, null, false, false];
      },
      drop() {
        olderItemsApi.pause();
        [side, past, carriedRows, isStale] = [emptySide, noPages, null, false];
      },
    };
    return olderItemsApi;
  };
