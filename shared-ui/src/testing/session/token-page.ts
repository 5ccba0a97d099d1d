import { act } from '@testing-library/react';
import { createListeners } from '../../platform/events/listeners';
import type { TokenPlatformDeps } from '../../platform/token-platform';
import { createScenarioGateway } from '../scenario/scenario-gateway';
import type { ScenarioAnswer } from '../scenario/scenario-gateway';
import { createManualTimers } from '../time/manual-timers';
import { createFakeStorage } from './fake-storage';

interface FakeTokenPageOptions {
  readonly answers: readonly ScenarioAnswer[];
  /** Content of the device's storage. */
  readonly storage: Readonly<Record<string, string>>;
  /** Time of all clocks at the start, in epoch milliseconds. */
  readonly now: number;
}

/** Fake device and gateway of a page with token sign-in, and functions that change both. */
export interface FakeTokenPage {
  readonly deps: TokenPlatformDeps;
  /** Current content of the device's storage. */
  readonly stored: ReadonlyMap<string, string>;
  /**
   * Requests that were sent so far, for example `POST /api/releases/mf-social/promote`; `sent` contains their bodies
   * and headers.
   */
  readonly requests: readonly string[];
  readonly sent: readonly Request[];
  use(...answers: readonly ScenarioAnswer[]): void;
  /** Advances all simulated clocks and timers by `ms` milliseconds. */
  advance(ms: number): void;
  /** Hides or shows the page. */
  setVisible(isVisible: boolean): void;
}

const actAndRender = (changeState: () => void): void => {
  act(() => {
    changeState();
  });
};

/**
 * Creates a fake device for a page with token sign-in: with a scenario in place of the gateway, and with fake storage
 * and clocks.
 */
export const createFakeTokenPage = ({ answers, storage, now }: FakeTokenPageOptions): FakeTokenPage => {
  const timers = createManualTimers();
  const visibleListeners = createListeners();
  const device = createFakeStorage(storage);
  const scenarioGateway = createScenarioGateway(answers);
  const sentRequests: Request[] = [];
  let isVisible = true;
  const subscribeToNothing = (): (() => void) => () => undefined;
  return {
    deps: {
      origin: 'http://127.0.0.1:4000',
      sendRequest(request) {
        sentRequests.push(request.clone());
        return scenarioGateway.sendRequest(request);
      },
      timers,
      elapsed: timers.elapsedMs,
      firstTime: { now, elapsedAtMs: 0 },
      signals: { onVisible: visibleListeners.add, onOnline: subscribeToNothing, onPageShow: subscribeToNothing },
      storage: device.storage,
      isVisible: () => isVisible,
    },
    stored: device.stored,
    sent: sentRequests,
    requests: scenarioGateway.requests,
    use: scenarioGateway.useAnswers,
    advance: (ms) => actAndRender(() => timers.advance(ms)),
    setVisible(isNowVisible) {
      isVisible = isNowVisible;
      if (isNowVisible) actAndRender(() => visibleListeners.emit());
    },
  };
};

/** Replaces `matchMedia` by a function that gives every media query the same result, for a wide or a narrow window. */
export const stubWindowWidth = (isWide: boolean): void => {
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: isWide,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
};
