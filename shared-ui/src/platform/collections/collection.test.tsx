import { globalTopic, MealType, meTopic } from '@mahlzeit/contract';
import { aMealType } from '@mahlzeit/contract/fixtures';
import { screen } from '@testing-library/react';
import { createManualTimers, fakeShell, renderWithShell } from '../../testing';
import { errorText } from '../api/api-error';
import { setErrorReporter } from '../events/event-log';
import { createStore } from '../store/store';
import { defineCollection } from './collection';
import { useCollection } from './use-collection';
import type { CollectionView } from './collection';
import { initialTopicView } from '../live/topic-view';
import type { TopicView } from '../live/topic-view';

const lunchCollection = defineCollection({
  topic: (topic) => topic,
  collection: 'lunch',
  schema: MealType,
  compare: (mealTypeA, mealTypeB) => mealTypeA.order - mealTypeB.order,
});

const LunchList = ({ topic = meTopic }: { readonly topic?: string }) => {
  const { status, items, error, retry } = useCollection(lunchCollection, topic);
  if (status === 'loading') return <p>lädt</p>;
  if (error !== null)
    return (
      <button type="button" onClick={retry}>
        {errorText(error)}
      </button>
    );
  return <p>{`hier: ${items.map(({ name }) => name).join()}${status === 'stale' ? ' (letzter Stand)' : ''}`}</p>;
};

const soupMealType = aMealType({ key: 'suppen', name: 'Suppen', order: 1 });

describe('a collection in a component', () => {
  it('loads until the first view, then shows the items in their order', async () => {
    renderWithShell(<LunchList />, { topics: { me: { lunch: [aMealType(), soupMealType] } } });
    expect(screen.getByText('lädt')).toBeVisible();
    expect(await screen.findByText('hier: Suppen,Mittagstisch')).toBeVisible();
  });

  it('is empty for an empty collection', async () => {
    renderWithShell(<LunchList />);
    expect(await screen.findByText('hier:')).toBeVisible();
  });

  it('follows each change', async () => {
    const { shell } = renderWithShell(<LunchList />);
    await screen.findByText('hier:');
    shell.change(meTopic, { kind: 'put', collection: 'lunch', key: soupMealType.key, value: soupMealType });
    expect(await screen.findByText('hier: Suppen')).toBeVisible();
    shell.change(meTopic, { kind: 'del', collection: 'lunch', key: soupMealType.key });
    expect(await screen.findByText('hier:')).toBeVisible();
  });

  it('keeps its data while the connection is lost, and catches up', async () => {
    const { shell } = renderWithShell(<LunchList />, { topics: { me: { lunch: [soupMealType] } } });
    await screen.findByText('hier: Suppen');
    shell.setOffline(true);
    shell.change(meTopic, { kind: 'put', collection: 'lunch', key: 'mittagstisch', value: aMealType() });
    expect(screen.getByText('hier: Suppen (letzter Stand)')).toBeVisible();
    shell.setOffline(false);
    expect(await screen.findByText('hier: Suppen,Mittagstisch')).toBeVisible();
  });

  it('A06 shows no data of a former user', async () => {
    const { shell } = renderWithShell(<LunchList />, { session: 'verified' });
    shell.change(meTopic, { kind: 'put', collection: 'lunch', key: soupMealType.key, value: soupMealType });
    await screen.findByText('hier: Suppen');
    shell.setSession('anonymous');
    expect(screen.queryByText(/Suppen/)).toBeNull();
    expect(await screen.findByText('hier:')).toBeVisible();
  });

  it('is gone for a forbidden topic', async () => {
    renderWithShell(<LunchList topic="restaurant/fremd" />);
    expect(await screen.findByText('Das gibt es hier nicht mehr.')).toBeVisible();
  });

  it('leaves out and reports an item that breaks the contract', async () => {
    const errorReporter = jest.fn();
    setErrorReporter(errorReporter);
    renderWithShell(<LunchList />, { topics: { me: { lunch: [{ key: 'x', name: 7 }, soupMealType] } } });
    expect(await screen.findByText('hier: Suppen')).toBeVisible();
    expect(errorReporter).toHaveBeenCalledTimes(1);
    expect(errorReporter).toHaveBeenCalledWith('invalid_live_item', { collection: 'lunch' });
    setErrorReporter(null);
  });
});

describe('a collection outside of components', () => {
  /** Creates the object that holds a collection's state. The test controls the live topic of this collection. */
  const startCollectionHolder = () => {
    const { apiClient, clock } = fakeShell();
    const timers = createManualTimers();
    const topicListeners = new Set<(view: TopicView) => void>();
    let currentView = initialTopicView;
    const liveClient = {
      status: () => 'offline' as const,
      onStatus: () => () => undefined,
      subscribe: (_topicName: string, listener: (view: TopicView) => void) => {
        topicListeners.add(listener);
        listener(currentView);
        return () => void topicListeners.delete(listener);
      },
    };
    const appStore = createStore({ apiClient, clock, timers, live: liveClient });
    const collectionHolder = lunchCollection.of(appStore, globalTopic);
    const recordedViews: CollectionView<MealType>[] = [];
    const recordChanges = (): (() => void) =>
      collectionHolder.subscribe(() => recordedViews.push(collectionHolder.get()));
    const changeTopicView = (nextView: Partial<TopicView>): void => {
      currentView = { ...currentView, ...nextView };
      for (const listener of [...topicListeners]) listener(currentView);
    };
    const lunchCollectionsOf = (...mealTypes: readonly MealType[]) =>
      new Map([['lunch', new Map(mealTypes.map((mealType) => [mealType.key, { ...mealType }]))]]);
    return {
      store: appStore,
      timers,
      holder: collectionHolder,
      seen: recordedViews,
      follow: recordChanges,
      say: changeTopicView,
      holding: lunchCollectionsOf,
      subscribers: () => topicListeners.size,
    };
  };

  it('fails after ten seconds without data, waits again after a retry, and recovers by itself', () => {
    const { timers, holder, follow, say, holding } = startCollectionHolder();
    follow();
    timers.advance(9_999);
    expect(holder.get().status).toBe('loading');
    timers.advance(1);
    expect(holder.get()).toMatchObject({ status: 'failed', error: { code: 'offline' } });
    holder.get().retry();
    expect(holder.get()).toMatchObject({ status: 'loading', error: null });
    timers.advance(10_000);
    expect(holder.get().status).toBe('failed');
    const collections = holding(soupMealType);
    say({ status: 'live', collections, snapshot: collections });
    expect(holder.get()).toMatchObject({ status: 'live', error: null, items: [soupMealType] });
    timers.advance(60_000);
    expect(holder.get().status).toBe('live');
  });

  it('is shared by all readers, and leaves the topic with the last one', () => {
    const { store, holder, follow, subscribers } = startCollectionHolder();
    expect(lunchCollection.of(store, globalTopic)).toBe(holder);
    expect(subscribers()).toBe(0);
    const unsubscribers = [follow(), follow()];
    expect(subscribers()).toBe(1);
    unsubscribers[0]?.();
    unsubscribers[0]?.();
    expect(subscribers()).toBe(1);
    unsubscribers[1]?.();
    expect(subscribers()).toBe(0);
  });

  it('ignores changes of another collection in the topic, and keeps unchanged items', () => {
    const { seen, follow, say, holding } = startCollectionHolder();
    follow();
    const collections = holding(soupMealType);
    say({ status: 'live', collections, snapshot: collections });
    const previousSeenCount = seen.length;
    say({ collections: new Map([...collections, ['other', new Map()]]) });
    expect(seen).toHaveLength(previousSeenCount);
    say({ status: 'stale' });
    expect(seen.at(-1)?.status).toBe('stale');
    expect(seen.at(-1)?.items).toBe(seen.at(-2)?.items);
  });

  it("A06 shows no items to a reader before the topic's first frame", () => {
    const { holder, follow, say, holding } = startCollectionHolder();
    const unsubscribe = follow();
    const collections = holding(soupMealType);
    say({ status: 'live', collections, snapshot: collections });
    unsubscribe();
    expect(holder.get()).toMatchObject({ status: 'loading', items: [] });
  });

  describe('an applied answer', () => {
    const newMealType = aMealType({ ...soupMealType, name: 'Eintöpfe' });
    const namesOf = ({ items }: CollectionView<MealType>): string => items.map(({ name }) => name).join();
    const startLiveHolder = () => {
      const holderHarness = startCollectionHolder();
      holderHarness.follow();
      const collections = holderHarness.holding(soupMealType);
      holderHarness.say({ status: 'live', collections, snapshot: collections });
      holderHarness.holder.apply(soupMealType.key, newMealType);
      return { ...holderHarness, collections };
    };

    it('shows immediately, and during a lost connection', () => {
      const { holder, say } = startLiveHolder();
      expect(namesOf(holder.get())).toBe('Eintöpfe');
      say({ status: 'stale' });
      expect(namesOf(holder.get())).toBe('Eintöpfe');
    });

    it.each<
      [string, (withMealTypes: ReturnType<typeof startCollectionHolder>['holding']) => Partial<TopicView>, string]
    >([
      [
        'the topic says something newer of it',
        (withMealTypes) => ({ collections: withMealTypes(aMealType({ ...soupMealType, name: 'Brühen' })) }),
        'Brühen',
      ],
      [
        'it is deleted',
        () => ({ collections: new Map(), deletions: new Map([['lunch', new Map([[soupMealType.key, 'a.7']])]]) }),
        '',
      ],
      [
        'another snapshot comes',
        (withMealTypes) => {
          const collectionsOfMealType = withMealTypes(aMealType());
          return { collections: collectionsOfMealType, snapshot: collectionsOfMealType };
        },
        'Mittagstisch',
      ],
      ['A06 another user comes', () => ({ ...initialTopicView }), ''],
    ])('holds until %s', (_, createNextView, expectedNames) => {
      const { holder, say, holding } = startLiveHolder();
      say(createNextView(holding));
      expect(namesOf(holder.get())).toBe(expectedNames);
    });

    it('is ignored when the topic has said something of the item since the request', () => {
      const { holder, say, holding } = startLiveHolder();
      const versionAtRequest = holder.versionOf(soupMealType.key);
      say({ collections: holding(aMealType({ ...soupMealType, name: 'Brühen' })) });
      const newestVersion = holder.versionOf(soupMealType.key);
      const undo = holder.apply(soupMealType.key, newMealType, versionAtRequest);
      expect(namesOf(holder.get())).toBe('Brühen');
      holder.apply(soupMealType.key, aMealType({ ...soupMealType, name: 'Brei' }), newestVersion);
      undo();
      holder.apply(soupMealType.key, newMealType, versionAtRequest);
      expect(namesOf(holder.get())).toBe('Brei');
    });

    it.each([
      ['first', [0, 1]],
      ['last', [1, 0]],
    ] as const)('is taken back, which shows the state before it: the %s one first', (_, order) => {
      const { holder } = startLiveHolder();
      const undoFunctions = ['Brühen', 'Brei'].map((name) =>
        holder.apply(soupMealType.key, aMealType({ ...soupMealType, name })),
      );
      undoFunctions[order[0]]?.();
      expect(namesOf(holder.get())).toBe(order[0] === 0 ? 'Brei' : 'Brühen');
      undoFunctions[order[1]]?.();
      expect(namesOf(holder.get())).toBe('Eintöpfe');
    });

    it('is not taken back after the topic has said something newer of it', () => {
      const { holder, say, holding } = startLiveHolder();
      const undo = holder.apply(soupMealType.key, aMealType({ ...soupMealType, name: 'Brühen' }));
      say({ collections: holding(aMealType({ ...soupMealType, name: 'Brei' })) });
      undo();
      expect(namesOf(holder.get())).toBe('Brei');
    });
  });
});
