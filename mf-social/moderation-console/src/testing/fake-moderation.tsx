import { decideReport, getDecidedReports, getModerator, getOpenReports } from '@mahlzeit/contract';
import { fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, createFakeTokenPage, stubWindowWidth } from '@mahlzeit/shared-ui/testing';
import type { FakeTokenPage, ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createModerationPlatform } from '../platform';
import type { ModerationPlatform } from '../platform';
import { ModerationApp } from '../screens/moderation-app';

/** State of the gateway and of the device when a test of the moderation console starts. */
export interface FakeModerationOptions {
  readonly answers?: readonly ScenarioAnswer[];
  /** Content of the device's storage. By default it contains a token. */
  readonly storage?: Readonly<Record<string, string>>;
}

/**
 * Real platform of the moderation console with a scenario in place of the gateway, and with functions that change the
 * scenario.
 */
interface FakeModeration extends Omit<FakeTokenPage, 'deps'> {
  readonly platform: ModerationPlatform;
}

/** Storage key under which the moderation console stores its token. */
export const MODERATION_TOKEN_KEY = 'mahlzeit.moderation.token';

const defaultAnswers: readonly ScenarioAnswer[] = [
  answer(getModerator, { name: 'lena' }),
  answer(getOpenReports, []),
  answer(getDecidedReports, []),
  answer(decideReport, { closedKeys: [] }),
];

/**
 * Creates a real platform of the moderation console on a fake device: with a scenario in place of the gateway, and with
 * fake storage and clocks.
 */
export const fakeModeration = ({
  answers = [],
  storage = { [MODERATION_TOKEN_KEY]: 'schluessel' },
}: FakeModerationOptions = {}): FakeModeration => {
  const { deps, ...page } = createFakeTokenPage({ answers: [...answers, ...defaultAnswers], storage, now: fixtureNow });
  return { ...page, platform: createModerationPlatform(deps) };
};

/** Renders the moderation console in a wide or a narrow window, by default signed in. */
export const openModeration = (options: FakeModerationOptions = {}, { isWide = true } = {}) => {
  stubWindowWidth(isWide);
  window.location.hash = '';
  const moderation = fakeModeration(options);
  moderation.platform.start();
  return { ...render(<ModerationApp platform={moderation.platform} />), moderation, user: userEvent.setup() };
};
