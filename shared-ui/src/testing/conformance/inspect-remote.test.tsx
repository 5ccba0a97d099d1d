import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { defineScreen } from '../../platform/shell/define-screen';
import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { failingRemotes } from './failing-remotes';
import {
  contactsScreen,
  createRemoteWith,
  doNothing,
  expectFinding,
  faultlessRemote,
  inspectWithScenarios,
  neverSettle,
  remoteWithComponent,
  remoteWithEffect,
  secondScreen,
} from './faulty-remotes';
import { CONFORMANCE_RULES } from './finding';
import { inspectRemote } from './inspect-remote';
import { leakingRemotes } from './leaking-remotes';
import { reachingRemotes } from './reaching-remotes';

const faultyRemotes = [...failingRemotes, ...leakingRemotes, ...reachingRemotes];

describe('the inspection names, with remote and remedy,', () => {
  let namedCount = 0;
  afterAll(() => console.info(`${namedCount} of ${faultyRemotes.length} faulty remotes are named`));

  it.each(faultyRemotes)('%s', async (...faultyRemote) => {
    await expectFinding(...faultyRemote);
    namedCount += 1;
  });

  it('each kind of fault, by at least one remote that has it', () => {
    expect(new Set(faultyRemotes.map(([, , kind]) => kind))).toEqual(new Set(CONFORMANCE_RULES));
  });

  it.each([
    ['a slot that draws nothing', false, () => null, ['blank']],
    ['a slot that draws although its scenario says that it draws nothing', true, () => <p>da</p>, ['blank']],
    ['no slot that draws nothing where its scenario says so', true, () => null, []],
  ])('%s', async (_what, drawsNothing, Contents, expectedKinds) => {
    const remote = createRemoteWith(
      {},
      { screens: [], slots: { 'frame/search': async () => ({ default: Contents }) } },
    );
    const scenarios = [{ name: 'Suche', slot: 'frame/search', props: {}, drawsNothing }] as const;
    const findings = await inspectRemote(remote, { scenarios, turns: 60 });
    expect(findings.map(({ kind }) => kind)).toEqual(expectedKinds);
  });

  it('a leak of a screen without a scenario', async () => {
    const leakingScreen = {
      ...secondScreen,
      load: () =>
        Promise.resolve({
          default: defineScreen(() => {
            useEffect(() => window.addEventListener('scroll', () => undefined), []);
            return <p>da</p>;
          }),
        }),
    };
    const findings = await inspectWithScenarios(
      createRemoteWith({}, { screens: [contactsScreen ?? secondScreen, leakingScreen] }),
    );
    expect(findings.map(({ kind }) => kind)).toEqual(['missingScenario', 'listener']);
  });
});

describe('the inspection ends', () => {
  it('stops after three screens of a remote whose screens all hang', async () => {
    const endlessScreens = ['a', 'b', 'c', 'd', 'e'].map((screenKey) => ({
      ...secondScreen,
      key: screenKey,
      load: neverSettle,
    }));
    // This test waits for as many turns of the event loop as real inspections. Except for unmounting, no remote can
    // take longer than this one.
    const findings = await inspectRemote(createRemoteWith({}, { screens: endlessScreens }), {
      scenarios: endlessScreens.map(({ key }) => ({ name: key, screen: key })),
    });
    expect(findings.map(({ kind }) => kind)).toEqual(['late', 'late', 'late', 'skipped', 'skipped']);
  });
});

describe('the inspection finds nothing', () => {
  it.each<[string, RemoteDeclaration]>([
    ['in a screen that keeps to itself', faultlessRemote],
    ['in a screen over the page', remoteWithComponent(() => createPortal(<p>da</p>, document.body))],
    [
      'in what the platform does for it',
      remoteWithEffect(({ shell }) => {
        void shell.remotes.runCommand('account/callToAction', { reason: 'other' });
        return shell.live.subscribe('global', doNothing);
      }),
    ],
    [
      'in a rejection that is handled',
      remoteWithEffect(() => void Promise.reject(new Error('Suppe aus')).catch(doNothing)),
    ],
    [
      'in what is ended',
      remoteWithEffect(() => {
        const leakedObserver = new ResizeObserver(doNothing);
        const intervalId = setInterval(doNothing, 1_000);
        window.addEventListener('scroll', doNothing, true);
        document.body.addEventListener('click', doNothing, true);
        leakedObserver.observe(document.body);
        return () => {
          window.removeEventListener('scroll', doNothing, true);
          clearInterval(intervalId);
          leakedObserver.unobserve(document.body);
          document.body.removeEventListener('click', doNothing, { capture: true });
        };
      }),
    ],
  ])('%s', async (_what, remote) => {
    expect(await inspectWithScenarios(remote)).toEqual([]);
  });
});
