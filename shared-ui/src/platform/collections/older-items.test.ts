import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { createManualTimers, fakeShell } from '../../testing';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { olderItems } from './older-items';
import type { PageRequest } from './older-items';
import type { LiveSide, LiveWindow } from './older-join';

/** Row of a test collection, with its position: a row with a higher position is newer. */
interface TestRow {
  readonly key: string;
  readonly sentAtMs: number;
}

const createRow = (rowKey: string): TestRow => ({ key: rowKey, sentAtMs: Number(rowKey.slice(1)) });
const createRows = (rowKeysText: string): readonly TestRow[] =>
  rowKeysText
    .split(' ')
    .filter((rowKey) => rowKey !== '')
    .map(createRow);
const rowsByKey = (rowKeysText: string): ReadonlyMap<string, TestRow> =>
  new Map(createRows(rowKeysText).map((row) => [row.key, row]));

type PageAnswer = Result<readonly TestRow[], ApiError>;

/** Creates the older items of a collection. The test controls the topic and the responses of the route. */
const openOlderItems = (window: LiveWindow<TestRow> = { newest: 2 }, initialNow = 0) => {
  const { apiClient } = fakeShell();
  const timers = createManualTimers();
  const pageRequests: {
    readonly page: PageRequest;
    readonly signal: AbortSignal;
    readonly resolve: (answer: PageAnswer) => void;
  }[] = [];
  let changeCount = 0;
  const olderRows = olderItems<TestRow>({
    window,
    compare: (a, b) => b.sentAtMs - a.sentAtMs,
    limit: 2,
    read: (page, { signal }) => new Promise((resolve) => pageRequests.push({ page, signal, resolve })),
  })({
    arg: 'k1',
    apiClient,
    timers,
    clock: { now: () => initialNow, onMinute: () => () => undefined },
    onChange: () => {
      changeCount += 1;
    },
  });
  let liveSide: LiveSide<TestRow> = { snapshot: new Map(), items: new Map(), deletedKeys: new Map() };
  const takeLiveSide = (liveSideChange: Partial<LiveSide<TestRow>>): void => {
    liveSide = { ...liveSide, ...liveSideChange };
    olderRows.takeLiveSide(liveSide);
  };
  const applySnapshot = (rowKeysText: string): void => {
    const snapshotRows = rowsByKey(rowKeysText);
    takeLiveSide({ snapshot: snapshotRows, items: snapshotRows, deletedKeys: new Map() });
  };
  const answerRequest = async (
    pageAnswer: PageAnswer | string,
    requestIndex = pageRequests.length - 1,
  ): Promise<void> => {
    pageRequests[requestIndex]?.resolve(typeof pageAnswer === 'string' ? ok(createRows(pageAnswer)) : pageAnswer);
    for (let microtask = 0; microtask < 4; microtask += 1) await Promise.resolve();
  };
  return {
    older: olderRows,
    timers,
    asked: pageRequests,
    take: takeLiveSide,
    snapshot: applySnapshot,
    answer: answerRequest,
    changes: () => changeCount,
    visibleKeys: () =>
      olderRows
        .items()
        .map(({ key }) => key)
        .join(' '),
    befores: () => pageRequests.map(({ page }) => page.previousEnd),
  };
};

const offlineFailure = err(apiErrorOf('offline'));

describe('pages behind the newest few', () => {
  it('requests pages from the last held row until a page is short', async () => {
    const { older, snapshot, answer, visibleKeys, befores } = openOlderItems();
    snapshot('a9 b8');
    expect([older.hasOlder(), visibleKeys()]).toEqual([true, 'a9 b8']);
    older.load();
    await answer('c7 d6');
    older.load();
    await answer('e5');
    expect([visibleKeys(), older.hasOlder(), befores()]).toEqual(['a9 b8 c7 d6 e5', false, ['b8', 'd6']]);
    older.load();
    expect(befores()).toHaveLength(2);
  });

  it('requests nothing when the window was not full', () => {
    const { older, snapshot, befores } = openOlderItems();
    snapshot('a9');
    expect(older.hasOlder()).toBe(false);
    older.load();
    expect(befores()).toEqual([]);
  });

  it('sends one request for many calls, and names the collection', async () => {
    const { older, snapshot, asked } = openOlderItems();
    older.load();
    expect(asked).toHaveLength(0);
    snapshot('a9 b8');
    older.load();
    older.load();
    expect(asked.map(({ page }) => page)).toEqual([{ arg: 'k1', previousEnd: 'b8', limit: 2 }]);
    expect(older.state().status).toBe('loading');
  });

  it('continues after a page without new rows', async () => {
    const { older, snapshot, answer, visibleKeys, befores } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer('a9 b8');
    expect(older.state().status).toBe('loading');
    await answer('c7');
    expect([visibleKeys(), befores()]).toEqual(['a9 b8 c7', ['b8', 'b8']]);
  });

  it("S10 shows a row once, in the topic's version, wherever else it is", async () => {
    const { older, snapshot, take, answer, visibleKeys } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer('c7 d6');
    take({ items: new Map([...rowsByKey('a9 b8'), ['d6', { key: 'd6', sentAtMs: 10 }]]) });
    expect(visibleKeys()).toBe('d6 a9 b8 c7');
  });

  it('shows no row beyond a gap before the pages reach it', async () => {
    const { older, snapshot, take, answer, visibleKeys } = openOlderItems();
    snapshot('a9 b8');
    take({ items: rowsByKey('a9 b8 x1') });
    expect(visibleKeys()).toBe('a9 b8');
    older.load();
    await answer('c7 d6');
    expect(visibleKeys()).toBe('a9 b8 c7 d6');
    older.load();
    await answer('x1');
    expect(visibleKeys()).toBe('a9 b8 c7 d6 x1');
  });

  it('hides a row that was deleted during the page request, and requests the page again', async () => {
    const { older, snapshot, take, answer, visibleKeys } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    take({ deletedKeys: new Map([['c7', 'e.4']]) });
    await answer('c7 d6');
    expect(visibleKeys()).toBe('a9 b8');
    await answer('d6 e5');
    expect([visibleKeys(), older.isRenewing()]).toEqual(['a9 b8 d6 e5', false]);
    take({
      deletedKeys: new Map([
        ['c7', 'e.4'],
        ['e5', 'e.6'],
      ]),
    });
    expect(visibleKeys()).toBe('a9 b8 d6');
  });

  it('finds a row that has only left the window in the pages', async () => {
    const { older, snapshot, take, answer, visibleKeys } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer('c7 d6');
    take({ items: rowsByKey('z10 a9'), deletedKeys: new Map([['b8', 'e.4']]) });
    await answer('b8 c7');
    await answer('d6');
    expect(visibleKeys()).toBe('z10 a9 b8 c7 d6');
  });

  it('requests from another row when the last one has moved or is deleted', async () => {
    const { older, snapshot, take, answer, befores } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer('c7 d6');
    take({ items: new Map([...rowsByKey('a9 b8'), ['d6', { key: 'd6', sentAtMs: 10 }]]) });
    older.load();
    expect(befores().at(-1)).toBe('c7');
  });

  it("starts at the top when the gateway doesn't know the named row", async () => {
    const { older, snapshot, answer, visibleKeys, befores } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer(err(apiErrorOf('invalidRequest', 400)));
    await answer('a9 c7');
    expect([befores(), visibleKeys()]).toEqual([['b8', undefined], 'a9 b8 c7']);
  });

  it('gives up when the gateway knows no row at all', async () => {
    const { older, snapshot, answer, befores } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer(err(apiErrorOf('invalidRequest', 400)));
    await answer('a9 b8');
    await answer(err(apiErrorOf('invalidRequest', 400)));
    expect([befores(), older.state().status]).toEqual([['b8', undefined, 'b8'], 'failed']);
  });

  it('gives up on a route that repeats itself', async () => {
    const { older, snapshot, answer, asked } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer('a9 b8');
    await answer('a9 b8');
    expect([older.state(), asked.length]).toEqual([{ status: 'failed', error: apiErrorOf('invalidAnswer') }, 2]);
  });
});

describe('pages behind what is still to come', () => {
  it('T13 counts rows that ended before the snapshot as past, and keeps rows that end later', async () => {
    const { older, snapshot, take, answer, visibleKeys, befores } = openOlderItems(
      { endsAt: ({ sentAtMs }) => sentAtMs },
      8,
    );
    snapshot('a9 b8');
    take({ items: rowsByKey('a9 b8 n12 x3') });
    expect([visibleKeys(), older.hasOlder()]).toEqual(['n12 a9 b8', true]);
    older.load();
    await answer('b8 c7');
    expect([visibleKeys(), befores()]).toEqual(['n12 a9 b8 c7', [undefined]]);
  });
});

it('shows no row twice that came back after others had left', async () => {
  const { older, snapshot, take, answer, visibleKeys } = openOlderItems();
  snapshot('a9 b8');
  take({
    items: rowsByKey('z11 y10'),
    deletedKeys: new Map([
      ['b8', 'e.3'],
      ['a9', 'e.4'],
    ]),
  });
  take({ items: rowsByKey('z11 y10 b8'), deletedKeys: new Map([['a9', 'e.4']]) });
  expect([visibleKeys(), older.hasOlder()]).toEqual(['z11 y10', true]);
  older.load();
  await answer('a9 b8');
  expect(visibleKeys()).toBe('z11 y10 a9 b8');
});

describe('failures and absences', () => {
  it('shows the error, and retries on request or once the connection is back', async () => {
    const { older, snapshot, answer, visibleKeys, asked } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer(offlineFailure);
    expect([older.state(), visibleKeys(), older.hasOlder()]).toEqual([
      { status: 'failed', error: apiErrorOf('offline') },
      'a9 b8',
      true,
    ]);
    older.load();
    await answer(offlineFailure);
    older.resume();
    expect([older.state().status, asked.length]).toEqual(['loading', 3]);
    await answer('c7');
    expect(visibleKeys()).toBe('a9 b8 c7');
    older.resume();
    expect(asked).toHaveLength(3);
  });

  it('reads its pages again after another snapshot as far as they reached, and shows the former rows until then', async () => {
    const { older, snapshot, answer, visibleKeys, befores } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer('c7 d6');
    snapshot('z20 y19');
    expect([visibleKeys(), older.isRenewing(), older.state().status]).toEqual(['z20 y19 a9 b8 c7 d6', true, 'idle']);
    await answer('x12 a9');
    expect(visibleKeys()).toBe('z20 y19 a9 b8 c7 d6');
    await answer('b8 d6');
    expect([visibleKeys(), older.isRenewing(), befores().slice(1)]).toEqual([
      'z20 y19 x12 a9 b8 d6',
      false,
      ['y19', 'a9'],
    ]);
  });

  it('requests more rows, once and afterwards, when they were wanted during a reread', async () => {
    const { older, timers, snapshot, answer, visibleKeys, befores } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer('c7 d6');
    snapshot('z20 y19');
    older.load();
    older.load();
    expect([older.state().status, befores().slice(1)]).toEqual(['loading', ['y19']]);
    await answer(offlineFailure);
    timers.advance(60_000);
    await answer('x12 a9');
    await answer('b8 d6');
    expect([older.state().status, befores().slice(1)]).toEqual(['loading', ['y19', 'y19', 'a9', 'd6']]);
    await answer('e5');
    expect([visibleKeys(), older.state().status, older.hasOlder()]).toEqual(['z20 y19 x12 a9 b8 d6 e5', 'idle', false]);
  });

  it('retries a failed reread by itself', async () => {
    const { older, timers, snapshot, answer, visibleKeys, asked } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer('c7');
    snapshot('z20 y19');
    await answer(err(apiErrorOf('unavailable', 503)));
    timers.advance(60_000);
    expect(asked).toHaveLength(3);
    await answer('a9');
    expect([visibleKeys(), older.isRenewing()]).toEqual(['z20 y19 a9', false]);
    expect(timers.pendingCount()).toBe(0);
  });

  it('reads again by itself when a row has left during a failed page request', async () => {
    const { older, timers, snapshot, take, answer, visibleKeys } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer('c7 d6');
    older.load();
    take({ items: rowsByKey('z10 a9'), deletedKeys: new Map([['b8', 'e.4']]) });
    await answer(offlineFailure);
    expect(older.isRenewing()).toBe(true);
    timers.advance(60_000);
    await answer('b8 c7');
    await answer('d6');
    expect([visibleKeys(), older.isRenewing()]).toEqual(['z10 a9 b8 c7 d6', false]);
  });

  it('restarts the request for a first page after another snapshot', async () => {
    const { older, snapshot, answer, asked, visibleKeys } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    snapshot('z20 y19');
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await answer('c7', 0);
    expect(visibleKeys()).toBe('z20 y19');
    await answer('a9');
    expect(visibleKeys()).toBe('z20 y19 a9');
  });

  it('A06 forgets everything, and ignores a running request', async () => {
    const { older, snapshot, answer, visibleKeys, changes } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer('c7 d6');
    older.load();
    older.drop();
    const previousChangeCount = changes();
    await answer('e5');
    expect([visibleKeys(), older.hasOlder(), changes()]).toEqual(['', false, previousChangeCount]);
  });

  it('stops requests without readers, and continues later', async () => {
    const { older, snapshot, take, answer, asked, visibleKeys } = openOlderItems();
    snapshot('a9 b8');
    older.load();
    await answer('c7 d6');
    older.load();
    older.pause();
    expect(asked.at(-1)?.signal.aborted).toBe(true);
    take({});
    expect(visibleKeys()).toBe('a9 b8 c7 d6');
    older.load();
    await answer('e5');
    expect(visibleKeys()).toBe('a9 b8 c7 d6 e5');
  });
});
