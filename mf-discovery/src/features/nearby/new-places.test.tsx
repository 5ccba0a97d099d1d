import { PLACES_ADDED_KEY, placesTopic } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import type { SearchArea } from './nearby-rules';
import { useNewPlaces } from './new-places';

const hamburgArea: SearchArea = { location: { latitude: 53.55, longitude: 9.5 }, radius: 5_000 };
const AREA_TOPIC = placesTopic('53_9');
const OTHER_TOPIC = placesTopic('48_11');

/** Creates timers whose time passes only when the test advances them. */
const createHandTimers = () => {
  let nowMs = 0;
  const pendingTimers = new Map<object, { readonly dueMs: number; run(): void }>();
  const handTimers: Timers = {
    after(delayMs, run) {
      const timerId = {};
      pendingTimers.set(timerId, { dueMs: nowMs + delayMs, run });
      return () => void pendingTimers.delete(timerId);
    },
  };
  const passTime = (elapsedMs: number): void => {
    nowMs += elapsedMs;
    for (const [timerId, { dueMs, run }] of [...pendingTimers]) {
      if (dueMs > nowMs || !pendingTimers.has(timerId)) continue;
      pendingTimers.delete(timerId);
      run();
    }
  };
  return { timers: handTimers, pass: passTime, waiting: () => pendingTimers.size };
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
  const [topicStatus, setTopicStatus] = useState('');
  useEffect(() => live.subscribe(AREA_TOPIC, (topicView) => setTopicStatus(topicView.status)), [live]);
  return topicStatus;
};

const openFollower = async (searchArea: SearchArea | null = hamburgArea, cellRows: object[] = []) => {
  const { timers, pass, waiting } = createHandTimers();
  let requestCount = 0;
  const requestList = (): void => void (requestCount += 1);
  const { shell, unmount } = renderWithShell(
    <NewPlacesFollower area={searchArea} requestList={requestList} timers={timers} />,
    {
      topics: { [AREA_TOPIC]: { places: cellRows }, [OTHER_TOPIC]: {} },
    },
  );
  await screen.findByText('live');
  let nowMs = 0;
  const addPlaceToTopic = (topic: string): void =>
    act(() =>
      shell.change(topic, { kind: 'put', collection: 'places', key: PLACES_ADDED_KEY, value: { at: (nowMs += 1) } }),
    );
  return { shell, unmount, add: addPlaceToTopic, pass, waiting, asked: () => requestCount };
};

// Upper bounds in ms for the waiting times, because the random delay differs between pages.
const MAX_QUIET_WAIT_MS = 4_000;
const MAX_TOTAL_WAIT_MS = 17_000;

it('loads once after places were added nearby, however many writes there were', async () => {
  const { add, pass, asked } = await openFollower();
  for (let writeIndex = 0; writeIndex < 200; writeIndex += 1) add(AREA_TOPIC);
  expect(asked()).toBe(0);
  pass(MAX_QUIET_WAIT_MS);
  expect(asked()).toBe(1);
  pass(MAX_TOTAL_WAIT_MS);
  expect(asked()).toBe(1);
  add(AREA_TOPIC);
  pass(MAX_QUIET_WAIT_MS);
  expect(asked()).toBe(2);
});

it('loads in between while writes continue', async () => {
  const { add, pass, asked } = await openFollower();
  for (let elapsedSecond = 0; elapsedSecond < 60; elapsedSecond += 1) {
    add(AREA_TOPIC);
    pass(1_000);
  }
  expect(asked()).toBeGreaterThanOrEqual(3);
  expect(asked()).toBeLessThanOrEqual(4);
});

it('ignores other areas, and places that were there before', async () => {
  const { add, pass, asked } = await openFollower(hamburgArea, [{ key: PLACES_ADDED_KEY, at: 1 }]);
  add(OTHER_TOPIC);
  pass(MAX_TOTAL_WAIT_MS);
  expect(asked()).toBe(0);
  add(AREA_TOPIC);
  pass(MAX_QUIET_WAIT_MS);
  expect(asked()).toBe(1);
});

it('follows nothing without an area, and stops when the area is gone', async () => {
  const pageWithoutPlace = await openFollower(null);
  pageWithoutPlace.add(AREA_TOPIC);
  expect(pageWithoutPlace.waiting()).toBe(0);
  const { add, unmount, pass, asked, waiting } = await openFollower();
  add(AREA_TOPIC);
  unmount();
  pass(MAX_TOTAL_WAIT_MS);
  expect([asked(), waiting()]).toEqual([0, 0]);
});
