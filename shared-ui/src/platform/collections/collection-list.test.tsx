import { screen, waitFor } from '@testing-library/react';
import { renderWithShell } from '../../testing';
import { Row } from '../../ui';
import { apiErrorOf } from '../api/api-error';
import type { CollectionView } from './collection';
import { CollectionList, visibleCountOf } from './collection-list';

interface Person {
  readonly key: string;
  readonly name: string;
}

const annaPerson: Person = { key: 'a', name: 'Anna' };

const renderList = async (viewOverrides: Partial<CollectionView<Person>> = {}, isPastList = true) => {
  const loadOlderMock = jest.fn();
  const retryMock = jest.fn();
  const collection: CollectionView<Person> = {
    status: 'live',
    items: [annaPerson],
    error: null,
    hasOlder: false,
    older: { status: 'idle', error: null },
    loadOlder: loadOlderMock,
    retry: retryMock,
    ...viewOverrides,
  };
  const renderedList = renderWithShell(
    <CollectionList
      collection={collection}
      isPast={isPastList}
      failedTitle="Lädt nicht"
      empty={{ art: 'olive', title: 'Niemand', text: 'Noch niemand.' }}
    >
      {({ name }) => <Row title={name} />}
    </CollectionList>,
  );
  await waitFor(() => expect(renderedList.shell.live.status()).toBe('online'));
  return { ...renderedList, loadOlder: loadOlderMock, retry: retryMock };
};

it('loads older items on a press', async () => {
  const { user, loadOlder } = await renderList({ hasOlder: true });
  expect(loadOlder).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Ältere anzeigen' }));
  expect(loadOlder).toHaveBeenCalledTimes(1);
});

it('loads older items by itself while nothing is visible, and doesn’t show an empty state', async () => {
  const { loadOlder } = await renderList({ items: [], hasOlder: true });
  expect(loadOlder).toHaveBeenCalled();
  expect(screen.queryByText('Niemand')).not.toBeInTheDocument();
});

describe('where the browser tells what is in view', () => {
  const { IntersectionObserver: originalObserver } = window;
  const replaceIntersectionObserver = (value: unknown): void =>
    void Object.defineProperty(window, 'IntersectionObserver', { value, configurable: true, writable: true });
  afterEach(() => replaceIntersectionObserver(originalObserver));

  /** Simulates that the end of the list is visible at all times. */
  const reportListEndVisible = (): void =>
    replaceIntersectionObserver(
      class {
        constructor(private readonly emit: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {}
        observe({ isConnected }: Element): void {
          this.emit([{ isIntersecting: isConnected }]);
        }
        disconnect(): void {}
      },
    );

  it('loads page after page while the end is visible, and leaves the focus alone', async () => {
    reportListEndVisible();
    const loadOlder = jest.fn();
    const createPersonList = (items: readonly Person[]) => (
      <CollectionList
        collection={{
          status: 'live',
          items,
          error: null,
          hasOlder: true,
          older: { status: 'idle', error: null },
          loadOlder,
          retry: jest.fn(),
        }}
        isPast
        failedTitle="Lädt nicht"
        empty={{ art: 'olive', title: 'Niemand', text: 'Noch niemand.' }}
      >
        {({ name }) => <Row title={name} />}
      </CollectionList>
    );
    const { shell, rerender } = renderWithShell(createPersonList([annaPerson]));
    await waitFor(() => expect(shell.live.status()).toBe('online'));
    const previousCallCount = loadOlder.mock.calls.length;
    const loadOlderButton = screen.getByRole('button', { name: 'Ältere anzeigen' });
    loadOlderButton.focus();
    rerender(createPersonList([annaPerson, { key: 'b', name: 'Ben' }]));
    expect(loadOlder.mock.calls.length).toBeGreaterThan(previousCallCount);
    expect(loadOlderButton).toHaveFocus();
  });
});

it('shows an error for older items, and leaves the retry to the reader', async () => {
  const { user, loadOlder } = await renderList({
    items: [],
    hasOlder: true,
    older: { status: 'failed', error: apiErrorOf('offline') },
  });
  expect(screen.getByRole('alert')).toHaveTextContent('Ältere laden gerade nicht.');
  expect(loadOlder).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Ältere anzeigen' }));
  expect(loadOlder).toHaveBeenCalledTimes(1);
});

it.each([
  ['there are none', {}, true],
  ['they belong elsewhere', { hasOlder: true }, false],
])('offers no older ones where %s', async (_, viewOverrides, isPastList) => {
  await renderList(viewOverrides, isPastList);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('shows an error, and retries', async () => {
  const { user, retry } = await renderList({ status: 'failed', items: [], error: apiErrorOf('offline') });
  expect(screen.getByRole('heading', { name: 'Lädt nicht' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(retry).toHaveBeenCalledTimes(1);
});

it('offers no retry for a forbidden collection', async () => {
  await renderList({ status: 'gone', items: [], error: apiErrorOf('notFound', 404) });
  expect(screen.getByText('Das gibt es hier nicht mehr.')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it.each([
  ['loading', undefined],
  ['failed', undefined],
  ['gone', undefined],
  ['stale', 1],
  ['live', 1],
] as const)('counts for a tab that is %s: %s', (collectionStatus, expectedCount) => {
  expect(
    visibleCountOf({
      status: collectionStatus,
      items: [annaPerson],
      error: null,
      hasOlder: false,
      older: { status: 'idle', error: null },
      loadOlder: jest.fn(),
      retry: jest.fn(),
    }),
  ).toBe(expectedCount);
});
