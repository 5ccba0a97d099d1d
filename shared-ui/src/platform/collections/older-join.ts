/** Row with the key that is sent to the gateway as `before`. */
export interface Keyed {
  readonly key: string;
}

/**
 * Compares two rows so that the newer row comes first. For rows of the same position the gateway may use another order.
 */
export type Compare<Row> = (a: Row, b: Row) => number;

/**
 * Part of a collection that the topic's snapshot contains: a number of newest rows, or all rows that end at the time of
 * the snapshot or later.
 */
export type LiveWindow<Row> = { readonly newest: number } | { endsAt(row: Row): number };

/** Rows of a collection that the topic has delivered. */
export interface LiveSide<Row> {
  /** Rows of the last snapshot. Each snapshot is a new object. */
  readonly snapshot: ReadonlyMap<string, Row>;
  /** Current rows, including changed rows that were not in the window of the snapshot. */
  readonly items: ReadonlyMap<string, Row>;
  /** Keys of all rows that were deleted since the snapshot, each with the id of its deletion. */
  readonly deletedKeys: ReadonlyMap<string, string>;
}

/** Rows of one response, newer rows first. */
export interface LoadedPage<Row> {
  readonly rows: readonly Row[];
  /**
   * Deletions that were known when the page was requested. A row that was deleted after that may still be in the page.
   */
  readonly deletedKeys: ReadonlyMap<string, string>;
}

/** Consecutive pages without gaps, the newest page first. */
export interface Past<Row> {
  readonly pages: readonly LoadedPage<Row>[];
  /** Whether the last page is reached, so that there are no older rows. */
  readonly isComplete: boolean;
}

/** State before the first page is loaded. */
export const noPages: Past<never> = { pages: [], isComplete: false };

/** Returns whether the topic has delivered all rows that are newer than a row. No row can then be missing before it. */
export type IsRecent<Row> = (key: string, row: Row) => boolean;

interface EdgeChange<Row> {
  readonly window: LiveWindow<Row>;
  readonly compare: Compare<Row>;
  /** Same function for the window before the change. */
  readonly isRecent: IsRecent<Row>;
  readonly now: number;
}

const oldest = <Row>(rows: Iterable<Row>, compare: Compare<Row>): Row | undefined => {
  let lastRow: Row | undefined;
  for (const row of rows) if (lastRow === undefined || compare(lastRow, row) <= 0) lastRow = row;
  return lastRow;
};

/** Returns the function that tells which rows a window covers, for a snapshot that was taken at `sinceMs`. */
export const windowEdge = <Row>(
  snapshot: ReadonlyMap<string, Row>,
  sinceMs: number,
  { window, compare }: { readonly window: LiveWindow<Row>; readonly compare: Compare<Row> },
): IsRecent<Row> => {
  const edge = 'newest' in window ? oldest(snapshot.values(), compare) : undefined;
  const isReached = (row: Row): boolean => {
    if ('endsAt' in window) return window.endsAt(row) >= sinceMs;
    return snapshot.size < window.newest || (edge !== undefined && compare(row, edge) < 0);
  };
  return (key, row) => {
    const first = snapshot.get(key);
    return (first !== undefined && compare(row, first) <= 0) || isReached(row);
  };
};

/**
 * Returns the function that tells which rows the window covers after some rows were deleted. A deleted row at the end
 * of the window may still exist outside of the window; rows between this row and the new end may then be missing.
 */
export const edgeAfter = <Row>(
  lostRows: readonly Row[],
  rowsLeft: ReadonlyMap<string, Row>,
  { window, compare, isRecent, now }: EdgeChange<Row>,
): IsRecent<Row> => {
  if ('endsAt' in window)
    return lostRows.some((row) => window.endsAt(row) < now) ? (_key, row) => window.endsAt(row) >= now : isRecent;
  const end = oldest(
    [...rowsLeft].filter(([key, row]) => isRecent(key, row)).map(([, row]) => row),
    compare,
  );
  const deletedAtEnd = lostRows.filter((row) => end === undefined || compare(row, end) > 0);
  return deletedAtEnd.length === 0
    ? isRecent
    : (key, row) => isRecent(key, row) && deletedAtEnd.every((other) => compare(row, other) < 0);
};

const rowsOf = <Row extends Keyed>({ pages }: Past<Row>, deletedNow: ReadonlyMap<string, string>): Map<string, Row> =>
  // A row that is in two pages has moved between their requests: the row of the last page counts.
  new Map(
    pages.flatMap(({ rows, deletedKeys }) =>
      rows.filter(({ key }) => deletedNow.get(key) === deletedKeys.get(key)).map((row) => [row.key, row] as const),
    ),
  );

/** Returns the oldest row of the pages. */
export const endOf = <Row>({ pages }: Past<Row>, compare: Compare<Row>): Row | undefined =>
  oldest(
    pages.flatMap(({ rows }) => rows),
    compare,
  );

/** Input of the functions that join the rows of the topic and the pages. */
interface Join<Row> {
  readonly side: LiveSide<Row>;
  readonly past: Past<Row>;
  readonly isRecent: IsRecent<Row>;
  readonly compare: Compare<Row>;
}

/**
 * Joins the rows of the topic and of the pages by key. Each row occurs once; the topic's version is used if both have
 * it. Rows behind a gap are left out.
 */
export const joinRows = <Row extends Keyed>({ side, past, isRecent, compare }: Join<Row>): ReadonlyMap<string, Row> => {
  const rowsByKey = rowsOf(past, side.deletedKeys);
  const end = endOf(past, compare);
  const isWithinPages = (key: string, row: Row): boolean => {
    if (end === undefined) return false;
    const order = compare(row, end);
    return order < 0 || (order === 0 && rowsByKey.has(key));
  };
  for (const [key, row] of side.items) {
    if (past.isComplete || isRecent(key, row) || isWithinPages(key, row)) rowsByKey.set(key, row);
    else rowsByKey.delete(key);
  }
  return rowsByKey;
};

/** Returns the rows in order; rows of the same position are sorted by key. */
export const inOrder = <Row>(rows: ReadonlyMap<string, Row>, compare: Compare<Row>): readonly Row[] =>
  [...rows]
    .sort(([oneKey, one], [otherKey, other]) => compare(one, other) || (oneKey < otherKey ? -1 : 1))
    .map(([, row]) => row);

/** Returns the `before` key for the next page: the key of the oldest loaded row; undefined requests the first page. */
export const nextBefore = <Row extends Keyed>(
  { side, past, isRecent, compare }: Join<Row>,
  window: LiveWindow<Row>,
): string | undefined => {
  if (past.pages.length === 0) {
    // For a window by time, the gateway's list of past rows begins where the window ends.
    if ('endsAt' in window) return undefined;
    return inOrder(new Map([...side.items].filter(([key, row]) => isRecent(key, row))), compare).at(-1)?.key;
  }
  // A row that has moved since is not at its former position, so it can't be the `before` row.
  const isInPlace = (row: Row): boolean => compare(side.items.get(row.key) ?? row, row) === 0;
  return past.pages.flatMap(({ rows }) => rows).findLast(isInPlace)?.key;
};
