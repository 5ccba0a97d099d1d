/** Row with a key. The gateway receives the key as the parameter `before`. */
export interface Keyed {
  readonly key: string;
}

/** Compares two rows so that the newer row comes first. The gateway may sort rows of the same position differently. */
export type Compare<Row> = (a: Row, b: Row) => number;

/**
 * Part of a collection that the live topic contains: a number of newest rows, or all rows that end at the time of the
 * snapshot or later.
 */
export type LiveWindow<Row> = { readonly newest: number } | { endsAt(row: Row): number };

/** Rows of a collection that the live topic has delivered. */
export interface LiveSide<Row> {
  /** Rows of the last snapshot. Each snapshot is a new object. */
  readonly snapshot: ReadonlyMap<string, Row>;
  /** Current rows of the topic, including changed rows that were not part of the snapshot. */
  readonly items: ReadonlyMap<string, Row>;
  /** Keys of all rows that were deleted since the snapshot, each with the id of its deletion. */
  readonly deletedKeys: ReadonlyMap<string, string>;
}

/** Rows of one response, newer rows first. */
export interface LoadedPage<Row> {
  readonly rows: readonly Row[];
  /** Deletions that were known when the page was requested. A row that was deleted later may still be in the page. */
  readonly deletedKeys: ReadonlyMap<string, string>;
}

/** Consecutive pages of older rows without gaps, the newest page first. */
export interface PastPages<Row> {
  readonly pages: readonly LoadedPage<Row>[];
  /** Whether the last page is loaded, so that there are no older rows. */
  readonly isComplete: boolean;
}

/** No pages: the state before the first page is loaded. */
export const NO_PAGES: PastPages<never> = { pages: [], isComplete: false };

/**
 * Returns whether the topic has delivered all rows that are newer than the given row. If so, no row is missing before
 * this row in the list.
 */
export type IsInLiveWindow<Row> = (key: string, row: Row) => boolean;

interface WindowEdgeOptions<Row> {
  readonly window: LiveWindow<Row>;
  readonly compare: Compare<Row>;
  /** Tells which rows the topic's window covered before the change. */
  readonly isRecent: IsInLiveWindow<Row>;
  readonly now: number;
}

const oldestRowOf = <Row>(rows: Iterable<Row>, compare: Compare<Row>): Row | undefined => {
  let oldestRow: Row | undefined;
  for (const row of rows) if (oldestRow === undefined || compare(oldestRow, row) <= 0) oldestRow = row;
  return oldestRow;
};

/**
 * Returns a function that tells which rows the topic's window covers, for a snapshot that was taken at `windowStartMs`.
 */
export const createWindowEdge = <Row>(
  snapshot: ReadonlyMap<string, Row>,
  windowStartMs: number,
  { window, compare }: { readonly window: LiveWindow<Row>; readonly compare: Compare<Row> },
): IsInLiveWindow<Row> => {
  const edgeRow = 'newest' in window ? oldestRowOf(snapshot.values(), compare) : undefined;
  const isWithinWindowEdge = (row: Row): boolean => {
    if ('endsAt' in window) return window.endsAt(row) >= windowStartMs;
    return snapshot.size < window.newest || (edgeRow !== undefined && compare(row, edgeRow) < 0);
  };
  return (key, row) => {
    const snapshotRow = snapshot.get(key);
    return (snapshotRow !== undefined && compare(row, snapshotRow) <= 0) || isWithinWindowEdge(row);
  };
};

/**
 * Returns a function that tells which rows the topic's window covers after some rows were deleted. A deleted row at the
 * end of the window may still exist outside of the window; rows between this row and the new end may then be missing.
 */
export const windowEdgeAfterDeletion = <Row>(
  lostRows: readonly Row[],
  remainingRows: ReadonlyMap<string, Row>,
  { window, compare, isRecent, now }: WindowEdgeOptions<Row>,
): IsInLiveWindow<Row> => {
  if ('endsAt' in window)
    return lostRows.some((row) => window.endsAt(row) < now) ? (_key, row) => window.endsAt(row) >= now : isRecent;
  const windowEndRow = oldestRowOf(
    [...remainingRows].filter(([key, row]) => isRecent(key, row)).map(([, row]) => row),
    compare,
  );
  const deletedEndRows = lostRows.filter((row) => windowEndRow === undefined || compare(row, windowEndRow) > 0);
  return deletedEndRows.length === 0
    ? isRecent
    : (key, row) => isRecent(key, row) && deletedEndRows.every((deletedRow) => compare(row, deletedRow) < 0);
};

const existingRowsOf = <Row extends Keyed>(
  { pages }: PastPages<Row>,
  currentDeletions: ReadonlyMap<string, string>,
): Map<string, Row> =>
  // A row that is in two pages has moved between the two requests, so its version in the later page is used.
  new Map(
    pages.flatMap(({ rows, deletedKeys }) =>
      rows
        .filter(({ key }) => currentDeletions.get(key) === deletedKeys.get(key))
        .map((row) => [row.key, row] as const),
    ),
  );

/** Returns the oldest row of all loaded pages; undefined if the pages have no rows. */
export const oldestPageRow = <Row>({ pages }: PastPages<Row>, compare: Compare<Row>): Row | undefined =>
  oldestRowOf(
    pages.flatMap(({ rows }) => rows),
    compare,
  );

/** Input of the functions that join the rows of the topic and the pages. */
interface JoinInput<Row> {
  readonly side: LiveSide<Row>;
  readonly past: PastPages<Row>;
  readonly isRecent: IsInLiveWindow<Row>;
  readonly compare: Compare<Row>;
}

/**
 * Joins the rows of the topic and of the pages by key. Each row occurs once; the topic's version is used if both have
 * it. Rows that follow a gap are left out.
 */
export const joinRows = <Row extends Keyed>({
  side,
  past,
  isRecent,
  compare,
}: JoinInput<Row>): ReadonlyMap<string, Row> => {
  const rowsByKey = existingRowsOf(past, side.deletedKeys);
  const pagesEndRow = oldestPageRow(past, compare);
  const isWithinPages = (key: string, row: Row): boolean => {
    if (pagesEndRow === undefined) return false;
    const rowOrder = compare(row, pagesEndRow);
    return rowOrder < 0 || (rowOrder === 0 && rowsByKey.has(key));
  };
  for (const [key, row] of side.items) {
    if (past.isComplete || isRecent(key, row) || isWithinPages(key, row)) rowsByKey.set(key, row);
    else rowsByKey.delete(key);
  }
  return rowsByKey;
};

/** Returns the rows in order; rows of the same position are sorted by key. */
export const sortRows = <Row>(rows: ReadonlyMap<string, Row>, compare: Compare<Row>): readonly Row[] =>
  [...rows]
    .sort(([rowKey, row], [otherKey, otherRow]) => compare(row, otherRow) || (rowKey < otherKey ? -1 : 1))
    .map(([, row]) => row);

/**
 * Returns the key that the request for the next page sends as `before`: the key of the oldest loaded row; undefined
 * requests the first page.
 */
export const nextBeforeKey = <Row extends Keyed>(
  { side, past, isRecent, compare }: JoinInput<Row>,
  window: LiveWindow<Row>,
): string | undefined => {
  if (past.pages.length === 0) {
    // If the topic contains all rows from a point in time on, the gateway's list of older rows begins where the topic
    // ends, so the first page is requested without a key.
    if ('endsAt' in window) return undefined;
    return sortRows(new Map([...side.items].filter(([key, row]) => isRecent(key, row))), compare).at(-1)?.key;
  }
  // A row that has moved since then is no longer at its former position, so the next page can't continue from it.
  const isRowAtFormerPosition = (row: Row): boolean => compare(side.items.get(row.key) ?? row, row) === 0;
  return past.pages.flatMap(({ rows }) => rows).findLast(isRowAtFormerPosition)?.key;
};
