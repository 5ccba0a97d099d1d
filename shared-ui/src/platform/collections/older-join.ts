/** Row of a page, with the key that the gateway's `before` takes. */
export interface Keyed {
  readonly key: string;
}

/** Compares with the newer row first. The gateway may order ties differently. */
export type Compare<Row> = (a: Row, b: Row) => number;

/**
 * Part of a collection in the topic's snapshot: the newest rows up to a number, or the rows that end at the snapshot's
 * time or later.
 */
export type LiveWindow<Row> = { readonly newest: number } | { endsAt(row: Row): number };

/** Collection as the topic has it. */
export interface LiveSide<Row> {
  /** Rows of the last snapshot; another object for each snapshot. */
  readonly snapshot: ReadonlyMap<string, Row>;
  /** Present rows, including changes of rows that the window never held. */
  readonly items: ReadonlyMap<string, Row>;
  /** Key → id of the deletion, for all deletions since the snapshot. */
  readonly deletedKeys: ReadonlyMap<string, string>;
}

/** Page of a response, the newer row first. */
export interface LoadedPage<Row> {
  readonly rows: readonly Row[];
  /** Deletions that were known at the request. A row that was deleted later may still be in the page. */
  readonly deletedKeys: ReadonlyMap<string, string>;
}

/** Pages without gaps, the newest one first. */
export interface Past<Row> {
  readonly pages: readonly LoadedPage<Row>[];
  /** True after a short page: nothing older exists. */
  readonly isComplete: boolean;
}

/** Past without any page. */
export const noPages: Past<never> = { pages: [], isComplete: false };

/** Whether no row can be missing before a row of the live side: the window holds all newer rows. */
export type IsRecent<Row> = (key: string, row: Row) => boolean;

interface EdgeChange<Row> {
  readonly window: LiveWindow<Row>;
  readonly compare: Compare<Row>;
  /** Range of the window before the change. */
  readonly isRecent: IsRecent<Row>;
  readonly now: number;
}

const oldest = <Row>(rows: Iterable<Row>, compare: Compare<Row>): Row | undefined => {
  let lastRow: Row | undefined;
  for (const row of rows) if (lastRow === undefined || compare(lastRow, row) <= 0) lastRow = row;
  return lastRow;
};

/** Returns the range of a window that was filled at `since`. */
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
 * Returns the range of the window after some rows were deleted: rows at its end have only left it, and the window may
 * no longer hold the rows between them.
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
  // A row in two pages has moved between the requests: the last read counts.
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

/** Live side, pages, and the functions that join them. */
interface Join<Row> {
  readonly side: LiveSide<Row>;
  readonly past: Past<Row>;
  readonly isRecent: IsRecent<Row>;
  readonly compare: Compare<Row>;
}

/** Joins live side and pages to key → row: each row once, the topic's version first, and no rows beyond a gap. */
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

/** Returns the rows in order, ties by key. */
export const inOrder = <Row>(rows: ReadonlyMap<string, Row>, compare: Compare<Row>): readonly Row[] =>
  [...rows]
    .sort(([oneKey, one], [otherKey, other]) => compare(one, other) || (oneKey < otherKey ? -1 : 1))
    .map(([, row]) => row);

/** Returns the key of the last held row, which the next page request takes; undefined requests the first page. */
export const nextBefore = <Row extends Keyed>(
  { side, past, isRecent, compare }: Join<Row>,
  window: LiveWindow<Row>,
): string | undefined => {
  if (past.pages.length === 0) {
    // A window by time ends where the gateway's list of past rows begins.
    if ('endsAt' in window) return undefined;
    return inOrder(new Map([...side.items].filter(([key, row]) => isRecent(key, row))), compare).at(-1)?.key;
  }
  // A row that has moved has another position now.
  const isInPlace = (row: Row): boolean => compare(side.items.get(row.key) ?? row, row) === 0;
  return past.pages.flatMap(({ rows }) => rows).findLast(isInPlace)?.key;
};
