import { PLACES_ADDED, placesTopic } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import type { SearchArea } from './nearby-rules';
import { useNewPlaces } from './new-places';

const hamburg: SearchArea = { location: { latitude: 53.55, longitude: 9.5 }, radius: 5_000 };
const HERE = placesTopic('53_9');
const ELSEWHERE = placesTopic('48_11');

/** Creates timers that a test advances. */
const handTimers = () => {
  let now = 0;
  const dueCalls = new Map<object, { readonly dueMs: number; run(): void }>();
  const timers: Timers = {
    after(ms, run) {
      const id = {};
      dueCalls.set(id, { dueMs: now + ms, run });
      return () => void dueCalls.delete(id);
    },
  };
  const passTime = (ms: number): void => {
    now += ms;
    for (const [id, { dueMs, run }] of [...dueCalls]) {
      if (dueMs > now || !dueCalls.has(id)) continue;
      dueCalls.delete(id);
      run();
    }
  };
  return { timers, pass: passTime, waiting: () => dueCalls.size };
};

const Follower = ({
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
  useEffect(() => live.subscribe(HERE, (view) => setStatus(view.status)), [live]);
  return status;
};

const open = async (area: SearchArea | null = hamburg, cells: object[] = []) => {
  const { timers, pass, waiting } = handTimers();
  let requests = 0;
  const requestList = (): void => void (requests += 1);
  const { shell, unmount } = renderWithShell(<Follower area={area} requestList={requestList} timers={timers} />, {
    topics: { [HERE]: { places: cells }, [ELSEWHERE]: {} },
  });
  await screen.findByText('live');
  let nowMs = 0;
  const add = (topic: string): void =>
    act(() =>
      shell.change(topic, { kind: 'put', collection: 'places', key: PLACES_ADDED, value: { at: (nowMs += 1) } }),
    );
  return { shell, unmount, add, pass, waiting, asked: () => requests };
};

// These times in ms are upper bounds, because the random delay differs between pages.
const REST = 4_000;
const LONGEST = 17_000;

it('loads once after places were added nearby, however many writes there were', async () => {
  const { add, pass, asked } = await open();
  for (let write = 0; write < 200; write += 1) add(HERE);
  expect(asked()).toBe(0);
  pass(REST);
  expect(asked()).toBe(1);
  pass(LONGEST);
  expect(asked()).toBe(1);
  add(HERE);
  pass(REST);
  expect(asked()).toBe(2);
});

it('loads in between while writes continue', async () => {
  const { add, pass, asked } = await open();
  for (let second = 0; second < 60; second += 1) {
    add(HERE);
    pass(1_000);
  }
  expect(asked()).toBeGreaterThanOrEqual(3);
  expect(asked()).toBeLessThanOrEqual(4);
});

it('ignores other areas, and places that were there before', async () => {
  const { add, pass, asked } = await open(hamburg, [{ key: PLACES_ADDED, at: 1 }]);
  add(ELSEWHERE);
  pass(LONGEST);
  expect(asked()).toBe(0);
  add(HERE);
  pass(REST);
  expect(asked()).toBe(1);
});

it('follows nothing without an area, and stops when the area is gone', async () => {
  const pageWithoutPlace = await open(null);
  pageWithoutPlace.add(HERE);
  expect(pageWithoutPlace.waiting()).toBe(0);
  const { add, unmount, pass, asked, waiting } = await open();
  add(HERE);
  unmount();
  pass(LONGEST);
  expect([asked(), waiting()]).toEqual([0, 0]);
});
