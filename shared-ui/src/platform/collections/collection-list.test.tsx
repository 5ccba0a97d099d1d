import { screen, waitFor } from '@testing-library/react';
import { renderWithShell } from '../../testing';
import { Row } from '../../ui';
import { apiErrorOf } from '../api/api-error';
import type { CollectionView } from './collection';
import { CollectionList, countOf } from './collection-list';

interface Person {
  readonly key: string;
  readonly name: string;
}

const anna: Person = { key: 'a', name: 'Anna' };

const renderList = async (view: Partial<CollectionView<Person>> = {}, isPast = true) => {
  const loadOlder = jest.fn();
  const retry = jest.fn();
  const collection: CollectionView<Person> = {
    status: 'live',
    items: [anna],
    error: null,
    hasOlder: false,
    older: { status: 'idle', error: null },
    loadOlder,
    retry,
    ...view,
  };
  const rendered = renderWithShell(
    <CollectionList
      collection={collection}
      isPast={isPast}
      failedTitle="Lädt nicht"
      empty={{ art: 'olive', title: 'Niemand', text: 'Noch niemand.' }}
    >
      {({ name }) => <Row title={name} />}
    </CollectionList>,
  );
  await waitFor(() => expect(rendered.shell.live.status()).toBe('online'));
  return { ...rendered, loadOlder, retry };
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
  const setIntersectionObserver = (value: unknown): void =>
    void Object.defineProperty(window, 'IntersectionObserver', { value, configurable: true, writable: true });
  afterEach(() => setIntersectionObserver(originalObserver));

  /** Reports the end of the list as visible at all times. */
  const reportEndVisible = (): void =>
    setIntersectionObserver(
      class {
        constructor(private readonly emit: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {}
        observe({ isConnected }: Element): void {
          this.emit([{ isIntersecting: isConnected }]);
        }
        disconnect(): void {}
      },
    );

  it('loads page after page while the end is visible, and leaves the focus alone', async () => {
    reportEndVisible();
    const loadOlder = jest.fn();
    const createList = (items: readonly Person[]) => (
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
    const { shell, rerender } = renderWithShell(createList([anna]));
    await waitFor(() => expect(shell.live.status()).toBe('online'));
    const callCount = loadOlder.mock.calls.length;
    const button = screen.getByRole('button', { name: 'Ältere anzeigen' });
    button.focus();
    rerender(createList([anna, { key: 'b', name: 'Ben' }]));
    expect(loadOlder.mock.calls.length).toBeGreaterThan(callCount);
    expect(button).toHaveFocus();
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
])('offers no older ones where %s', async (_, view, isPast) => {
  await renderList(view, isPast);
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
] as const)('counts for a tab that is %s: %s', (status, expected) => {
  expect(
    countOf({
      status,
      items: [anna],
      error: null,
      hasOlder: false,
      older: { status: 'idle', error: null },
      loadOlder: jest.fn(),
      retry: jest.fn(),
    }),
  ).toBe(expected);
});
