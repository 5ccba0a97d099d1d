import {
  getRegistry,
  getReleaseAudit,
  getReleaseDiff,
  getReleaseHealth,
  getReleases,
  getReleaseToken,
} from '@mahlzeit/contract';
import type { Release, ReleaseSummary, ReleaseToken } from '@mahlzeit/contract';
import { aPageRegistry, aRegistryRemote } from '@mahlzeit/contract/fixtures';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, createFakeTokenPage, stubWindowWidth } from '@mahlzeit/shared-ui/testing';
import type { FakeTokenPage, ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { createReleasePlatform } from '../platform';
import type { ReleasePlatform } from '../platform';
import { ReleaseApp } from '../screens/release-app';
import { FIXTURE_NOW, settledFacts, V1 } from './fake-release-facts';

/** State of the gateway and of the device when a test of the release console starts. */
export interface FakeReleasesOptions {
  readonly answers?: readonly ScenarioAnswer[];
  /** Content of the device's storage. By default it contains a token. */
  readonly storage?: Readonly<Record<string, string>>;
}

/**
 * Real platform of the release console with a scenario in place of the gateway, and with functions that change the
 * scenario.
 */
export interface FakeReleases extends Omit<FakeTokenPage, 'deps'> {
  readonly platform: ReleasePlatform;
}

/** Storage key under which the release console stores its token. */
export const RELEASE_TOKEN_KEY = 'mahlzeit.releases.token';

/** Token of the team that owns the remote mf-social. */
export const socialToken: ReleaseToken = { name: 'social-ci', remote: 'mf-social' };

/** Returns the gateway's response to an action: the release as it is afterwards. */
export const releaseAnswer = (release: ReleaseSummary): Release => ({ ...release, files: {} });

const defaultAnswers: readonly ScenarioAnswer[] = [
  answer(getReleaseToken, socialToken),
  answer(
    getRegistry,
    aPageRegistry({
      generatedAt: FIXTURE_NOW,
      remotes: [aRegistryRemote({ name: 'mf-account' }), aRegistryRemote({ name: 'mf-social', version: V1 })],
    }),
  ),
  answer(getReleases, [...settledFacts.releases]),
  answer(getReleaseAudit, [...settledFacts.acts]),
  answer(getReleaseHealth, []),
  answer(getReleaseDiff, {
    files: [{ path: 'chat.js', before: 20_000, after: 15_000 }],
    screens: { added: ['vote'], removed: [] },
    slots: { added: [], removed: [] },
    commands: { added: [], removed: [] },
    contract: { before: '^3.1.0', after: '^3.1.0' },
    shared: {},
  }),
];

/**
 * Creates a real platform of the release console on a fake device: with a scenario in place of the gateway, and with
 * fake storage and clocks.
 */
export const fakeReleases = ({
  answers = [],
  storage = { [RELEASE_TOKEN_KEY]: 'mzr_schluessel' },
}: FakeReleasesOptions = {}): FakeReleases => {
  const { deps, ...page } = createFakeTokenPage({
    answers: [...answers, ...defaultAnswers],
    storage,
    now: FIXTURE_NOW,
  });
  return { ...page, platform: createReleasePlatform(deps) };
};

/** Renders the release console in a wide or a narrow window, by default signed in as the team of mf-social. */
export const openReleases = (options: FakeReleasesOptions = {}, { isWide = true } = {}) => {
  stubWindowWidth(isWide);
  window.location.hash = '';
  const releases = fakeReleases(options);
  releases.platform.start();
  return { ...render(<ReleaseApp platform={releases.platform} />), releases, user: userEvent.setup() };
};
