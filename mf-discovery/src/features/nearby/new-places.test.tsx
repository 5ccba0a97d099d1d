import { PLACES_ADDED_KEY, placesTopic } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import type { SearchArea } from './nearby-rules';
import { useNewPlaces } from './new-places';

const hamburg: SearchArea = { location: { latitude: 53.55, longitude: 9.5 }, radius: 5_000 };
const AREA_TOPIC = placesTopic('53_9');
const OTHER_TOPIC = placesTopic('48_11');

/** Creates timers that a test advances. */
const createHandTimers = () => {
  let nowMs = 0;
  const dueCalls = new Map<object, { readonly dueMs: number; run(): void }>();
  const timers: Timers = {
    after(ms, run) {
      const id = {};
      dueCalls.set(id, { dueMs: nowMs + ms, run });
      return () => void dueCalls.delete(id);
    },
  };
  const passTime = (ms: number): void => {
    nowMs += ms;
    for (const [id, { dueMs, run }] of [...dueCalls]) {
      if (dueMs > nowMs || !dueCalls.has(id)) continue;
      dueCalls.delete(id);
      run();
    }
  };
  return { timers, pass: passTime, waiting: () => dueCalls.size };
};

const NewPlacesFollower = ({
  area,
  requestList,
  timers,
}: {
  readonly area: SearchArea | null;
  readonly requestList: () => void;
  readonly timers: Timers;
}) => {
  useNewPlaces(area, requestList, timers);
  const { live } = useShell();
  const [status, setStatus] = useState('');
  useEffect(() => live.subscribe(AREA_TOPIC, (view) => setStatus(view.status)), [live]);
  return status;
};

const openFollower = async (area: SearchArea | null = hamburg, cellRows: object[] = []) => {
  const { timers, pass, waiting } = createHandTimers();
  let requestCount = 0;
  const requestList = (): void => void (requestCount += 1);
  const { shell, unmount } = renderWithShell(
    <NewPlacesFollower area={area} requestList={requestList} timers={timers} />,
    {
      topics: { [AREA_TOPIC]: { places: cellRows }, [OTHER_TOPIC]: {} },
    },
  );
  await screen.findByText('live');
  let nowMs = 0;
  const addPlace = (topic: string): void =>
    act(() =>
      shell.change(topic, { kind: 'put', collection: 'places', key: PLACES_ADDED_KEY, value: { at: (nowMs += 1) } }),
    );
  return { shell, unmount, add: addPlace, pass, waiting, asked: () => requestCount };
};

// These times in ms are upper bounds, because the random delay differs between pages.
const QUIET_PERIOD_MS = 4_000;
const LONGEST_WAIT_MS = 17_000;

it('loads once after places were added nearby, however many writes there were', async () => {
  const { add, pass, asked } = await openFollower();
  for (let writeIndex = 0; writeIndex < 200; writeIndex += 1) add(AREA_TOPIC);
  expect(asked()).toBe(0);
  pass(QUIET_PERIOD_MS);
  expect(asked()).toBe(1);
  pass(LONGEST_WAIT_MS);
  expect(asked()).toBe(1);
  add(AREA_TOPIC);
  pass(QUIET_PERIOD_MS);
  expect(asked()).toBe(2);
});

it('loads in between while writes continue', async () => {
  const { add, pass, asked } = await openFollower();
  for (let second = 0; second < 60; second += 1) {
    add(AREA_TOPIC);
    pass(1_000);
  }
  expect(asked()).toBeGreaterThanOrEqual(3);
  expect(asked()).toBeLessThanOrEqual(4);
});

it('ignores other areas, and places that were there before', async () => {
  const { add, pass, asked } = await openFollower(hamburg, [{ key: PLACES_ADDED_KEY, at: 1 }]);
  add(OTHER_TOPIC);
  pass(LONGEST_WAIT_MS);
  expect(asked()).toBe(0);
  add(AREA_TOPIC);
  pass(QUIET_PERIOD_MS);
  expect(asked()).toBe(1);
});

it('follows nothing without an area, and stops when the area is gone', async () => {
  const pageWithoutPlace = await openFollower(null);
  pageWithoutPlace.add(AREA_TOPIC);
  expect(pageWithoutPlace.waiting()).toBe(0);
  const { add, unmount, pass, asked, waiting } = await openFollower();
  add(AREA_TOPIC);
  unmount();
  pass(LONGEST_WAIT_MS);
  expect([asked(), waiting()]).toEqual([0, 0]);
});
