import { createTestLoader, loadOutcomeOf, remoteDeclaration, waitUntilSettled } from './fake-loads';

const ENTRY = { default: remoteDeclaration };

const contactsScreen = (loadPart: () => Promise<object>) => ({ id: 'screen:contacts', find: () => loadPart });

it('runs a part before anybody requests it, and says nothing', async () => {
  const { loader, events } = createTestLoader();
  const arrivals: string[] = [];
  loader.onArrival('mf-social', () => void arrivals.push('here'));
  const loadPart = jest.fn(async () => ({ default: 'screen' }));
  await loader.prefetch('mf-social', contactsScreen(loadPart));
  expect(loadPart).toHaveBeenCalledTimes(1);
  expect(arrivals).toEqual([]);
  expect(events).toEqual(['register mf-social first', 'load mf-social first']);
});

it('leaves a part alone that its remote doesn’t want to have loaded', async () => {
  const { loader } = createTestLoader();
  await expect(loader.prefetch('mf-social', { id: 'screen:contacts', find: () => undefined })).resolves.toBeUndefined();
});

it('keeps the release of which a part has run', async () => {
  const { loader } = createTestLoader({ laterVersion: 'second' });
  await loader.prefetch(
    'mf-social',
    contactsScreen(async () => ({ default: 'screen' })),
  );
  loader.supersede('mf-social');
  await loader.declaration('mf-social');
  expect(loader.releaseOf('mf-social').version).toBe('first');
});

it('takes the present release after the page’s one was superseded', async () => {
  const { loader } = createTestLoader({ laterVersion: 'second' });
  loader.supersede('mf-social');
  await loader.prefetch(
    'mf-social',
    contactsScreen(async () => ({ default: 'screen' })),
  );
  expect(loader.releaseOf('mf-social').version).toBe('second');
});

it('tries once and reports no failure, and leaves the next request all its attempts', async () => {
  const failures = [1, 2, 3].map(() => () => Promise.reject(new Error('RUNTIME-008')));
  const { loader, events, passTries } = createTestLoader({ answers: [...failures, () => Promise.resolve(ENTRY)] });
  await loader.prefetch(
    'mf-social',
    contactsScreen(async () => ({ default: 'screen' })),
  );
  expect(events.slice(1)).toEqual(['load mf-social first', 'forget']);
  const outcome = loadOutcomeOf(loader.declaration('mf-social'));
  await passTries();
  await expect(outcome).resolves.toBe('ready');
});

it('doesn’t disturb a request that runs, nor one that has failed', async () => {
  const { loader, events, passTries } = createTestLoader({ answers: [() => Promise.reject(new Error('RUNTIME-008'))] });
  const outcome = loadOutcomeOf(loader.declaration('mf-social'));
  await waitUntilSettled();
  const eventsBefore = [...events];
  await loader.prefetch(
    'mf-social',
    contactsScreen(async () => ({})),
  );
  expect(events).toEqual(eventsBefore);
  await passTries();
  await expect(outcome).resolves.toBe('entry: unreachable');
  const failedEvents = [...events];
  await loader.prefetch(
    'mf-social',
    contactsScreen(async () => ({})),
  );
  expect(events).toEqual(failedEvents);
});
