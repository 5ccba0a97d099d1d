/** Whatever pages hold: known by its key, as the gateway's `before` names it. */
export interface Keyed {
  readonly key: string;
}

/** The newer one first. Ties may stand in any order on the gateway's side. */
export type Compare<Row> = (a: Row, b: Row) => number;

/**
 * What the topic's snapshot holds of a collection: the newest so many, or what ends at the snapshot's moment or later.
 */
export type LiveWindow<Row> = { readonly newest: number } | { endsAt(row: Row): number };

/** What the topic says of a collection. */
export interface LiveSide<Row> {
  /** As the last snapshot had it; another object after each snapshot. */
  readonly snapshot: ReadonlyMap<string, Row>;
  /** As it is now. Changes of rows that the window never held are among it. */
  readonly items: ReadonlyMap<string, Row>;
  /** Key → which deletion, of what was deleted since the snapshot. */
  readonly deleted: ReadonlyMap<string, string>;
}

/** One page as it was answered, the newer row first. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The deletions that were known when it was asked for. A row that was deleted later may still be in it. */
  readonly deleted: ReadonlyMap<string, string>;
}

/** The pages that follow each other without a gap, the newest one first. */
export interface Past<Row> {
  readonly pages: readonly Page<Row>[];
  /** The last page was a short one: there is nothing older. */
  readonly isComplete: boolean;
}

/** No page asked for yet. */
export const noPages: Past<never> = { pages: [], isComplete: false };

/** Whether a row of the live side is one that nothing can be missing before: the window holds all that is newer. */
export type IsRecent<Row> = (key: string, row: Row) => boolean;

interface EdgeChange<Row> {
  readonly window: LiveWindow<Row>;
  readonly compare: Compare<Row>;
  /** How far it reached before. */
  readonly isRecent: IsRecent<Row>;
  readonly now: number;
}

const oldest = <Row>(rows: Iterable<Row>, compare: Compare<Row>): Row | undefined => {
  let last: Row | undefined;
  for (const row of rows) if (last === undefined || compare(last, row) <= 0) last = row;
  return last;
};

/** How far a window reaches that was filled at `since`. */
export const windowEdge = <Row>(
  snapshot: ReadonlyMap<string, Row>,
  since: number,
  { window, compare }: { readonly window: LiveWindow<Row>; readonly compare: Compare<Row> },
): IsRecent<Row> => {
  const edge = 'newest' in window ? oldest(snapshot.values(), compare) : undefined;
  const reaches = (row: Row): boolean => {
    if ('endsAt' in window) return window.endsAt(row) >= since;
    return snapshot.size < window.newest || (edge !== undefined && compare(row, edge) < 0);
  };
  return (key, row) => {
    const first = snapshot.get(key);
    return (first !== undefined && compare(row, first) <= 0) || reaches(row);
  };
};

/**
 * How far the window reaches after some rows were deleted from it: those at its end have merely left it, and what was
 * among them may be held no longer.
 */
export const edgeAfter = <Row>(
  lost: readonly Row[],
  left: ReadonlyMap<string, Row>,
  { window, compare, isRecent, now }: EdgeChange<Row>,
): IsRecent<Row> => {
  if ('endsAt' in window)
    return lost.some((row) => window.endsAt(row) < now) ? (_key, row) => window.endsAt(row) >= now : isRecent;
  const end = oldest(
    [...left].filter(([key, row]) => isRecent(key, row)).map(([, row]) => row),
    compare,
  );
  const gone = lost.filter((row) => end === undefined || compare(row, end) > 0);
  return gone.length === 0
    ? isRecent
    : (key, row) => isRecent(key, row) && gone.every((other) => compare(row, other) < 0);
};

const rowsOf = <Row extends Keyed>({ pages }: Past<Row>, deletedNow: ReadonlyMap<string, string>): Map<string, Row> =>
  // A row in two pages moved while they were asked for: what was read last holds.
  new Map(
    pages.flatMap(({ rows, deleted }) =>
      rows.filter(({ key }) => deletedNow.get(key) === deleted.get(key)).map((row) => [row.key, row] as const),
    ),
  );

/** The oldest row that the pages reach to. */
export const endOf = <Row>({ pages }: Past<Row>, compare: Compare<Row>): Row | undefined =>
  oldest(
    pages.flatMap(({ rows }) => rows),
    compare,
  );

/** What is joined, and how. */
interface Join<Row> {
  readonly side: LiveSide<Row>;
  readonly past: Past<Row>;
  readonly isRecent: IsRecent<Row>;
  readonly compare: Compare<Row>;
}

/**
 * Live side and pages as one, key → row: each row once, as the topic has it where it says anything, and none beyond a
 * gap.
 */
export const joinRows = <Row extends Keyed>({ side, past, isRecent, compare }: Join<Row>): ReadonlyMap<string, Row> => {
  const joined = rowsOf(past, side.deleted);
  const end = endOf(past, compare);
  const isWithinPages = (key: string, row: Row): boolean => {
    if (end === undefined) return false;
    const place = compare(row, end);
    return place < 0 || (place === 0 && joined.has(key));
  };
  for (const [key, row] of side.items) {
    if (past.isComplete || isRecent(key, row) || isWithinPages(key, row)) joined.set(key, row);
    else joined.delete(key);
  }
  return joined;
};

/** The rows as they are shown: in their order, ties by their keys. */
export const inOrder = <Row>(rows: ReadonlyMap<string, Row>, compare: Compare<Row>): readonly Row[] =>
  [...rows]
    .sort(([oneKey, one], [otherKey, other]) => compare(one, other) || (oneKey < otherKey ? -1 : 1))
    .map(([, row]) => row);

/** Key of the last row held, which the next page is asked for by; undefined asks for the first one. */
export const nextBefore = <Row extends Keyed>(
  { side, past, isRecent, compare }: Join<Row>,
  window: LiveWindow<Row>,
): string | undefined => {
  if (past.pages.length === 0) {
    // A window by time ends where the gateway's list of past ones begins.
    if ('endsAt' in window) return undefined;
    return inOrder(new Map([...side.items].filter(([key, row]) => isRecent(key, row))), compare).at(-1)?.key;
  }
  // A row that has moved names another place by now.
  const isInPlace = (row: Row): boolean => compare(side.items.get(row.key) ?? row, row) === 0;
  return past.pages.flatMap(({ rows }) => rows).findLast(isInPlace)?.key;
};
