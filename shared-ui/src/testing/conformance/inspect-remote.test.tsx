import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { defineScreen } from '../../platform/shell/define-screen';
import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { inspectRemote } from './inspect-remote';
import {
  contactsScreen,
  remoteWithEffect,
  remoteWithComponent,
  expectFinding,
  faultlessRemote,
  inspectWithScenarios,
  neverSettle,
  doNothing,
  otherScreen,
  remoteWith,
  remoteWithLifecycle,
} from './faulty-remotes';
import type { FindingRow } from './faulty-remotes';

const EndlessScreen = () => {
  const [count, setCount] = useState(0);
  useEffect(() => void Promise.resolve().then(() => setCount(count + 1)), [count]);
  return <p>{count}</p>;
};

const failureRows: readonly FindingRow[] = [
  ['a screen that draws nothing', remoteWithComponent(() => null), 'blank', /draws nothing/],
  [
    'a screen that throws while it draws',
    remoteWithComponent(() => {
      throw new Error('Suppe verschüttet');
    }),
    'failed',
    /throws while it draws: Suppe verschüttet/,
  ],
  ['a screen that draws again and again', remoteWithComponent(EndlessScreen), 'restless', /draws again and again/],
  [
    'a screen that complains',
    remoteWithEffect(() => console.error('Suppe kalt')),
    'consoleError',
    /console\.error: Suppe kalt/,
  ],
  ['a load that fails', remoteWith({ load: () => Promise.reject(new Error('weg')) }), 'failed', /its load fails: weg/],
  ['a load that never ends', remoteWith({ load: neverSettle }), 'late', /its load doesn't end/],
  ['a bootstrap that never ends', remoteWithLifecycle({ bootstrap: neverSettle }), 'late', /its bootstrap doesn't end/],
  ['a mount that never ends', remoteWithLifecycle({ mount: neverSettle }), 'late', /its mount doesn't end/],
  [
    'a mount that fails',
    remoteWithLifecycle({ mount: () => Promise.reject(new Error('umgekippt')) }),
    'failed',
    /its mount fails: umgekippt/,
  ],
  ['an unmount that never ends', remoteWithLifecycle({ unmount: neverSettle }), 'late', /its unmount doesn't end/],
  [
    'an unmount that fails',
    remoteWithLifecycle({ unmount: () => Promise.reject(new Error('klemmt')) }),
    'failed',
    /its unmount fails: klemmt/,
  ],
  ['a screen without lifecycles', remoteWithLifecycle({ mount: undefined }), 'failed', /has no mount/],
  [
    'a screen that leaves its elements',
    remoteWithLifecycle({ unmount: () => Promise.resolve() }),
    'nodeLeft',
    /leaves elements in its container/,
  ],
];

const declarationRows: readonly FindingRow[] = [
  ['a contract of another time', remoteWith({}, { contract: '^1.0.0' }), 'declaration', /contract \^1\.0\.0/],
  [
    'a screen declared twice',
    remoteWith({}, { screens: [contactsScreen ?? otherScreen, contactsScreen ?? otherScreen] }),
    'declaration',
    /contacts is declared twice/,
  ],
  [
    'a key that fits no address',
    remoteWith({}, { screens: [contactsScreen ?? otherScreen, { ...otherScreen, key: 'Groups/1' }] }),
    'declaration',
    /Groups\/1 doesn't fit/,
  ],
  [
    'two main screens',
    remoteWith(
      {},
      {
        screens: [
          { ...otherScreen, region: 'main' },
          { ...otherScreen, key: 'more', region: 'main' },
        ],
      },
    ),
    'declaration',
    /more than one main/,
  ],
  [
    'an isValid that throws',
    remoteWith({ isValid: ([first = '']) => first.at(3) === decodeURIComponent(first) }),
    'declaration',
    /isValid of screen contacts throws/,
  ],
  [
    'an isValid that never answers',
    remoteWith({ isValid: () => neverSettle() }),
    'declaration',
    /isValid of screen contacts never answers/,
  ],
  [
    'a slot whose load never ends',
    remoteWith({}, { slots: { 'restaurant/social': neverSettle } }),
    'late',
    /load of slot restaurant\/social doesn't end/,
  ],
  [
    'a command whose load fails',
    remoteWith({}, { commands: { 'account/callToAction': () => Promise.reject(new Error('weg')) } }),
    'failed',
    /command account\/callToAction fails: weg/,
  ],
  [
    'a screen without a scenario',
    remoteWith({}, { screens: [contactsScreen ?? otherScreen, otherScreen] }),
    'missingScenario',
    /screen groups, default props: it has no scenario/,
  ],
  [
    'a slot without a scenario',
    remoteWith({}, { slots: { 'restaurant/social': () => Promise.resolve({ default: () => <p>teilen</p> }) } }),
    'missingScenario',
    /slot restaurant\/social/,
  ],
  [
    'a scenario without a screen',
    remoteWith({}, { screens: [otherScreen] }),
    'undeclared',
    /screen contacts, Kontakte: the scenario shows what is not declared/,
  ],
];

describe('the inspection names, with remote and remedy,', () => {
  it.each([...failureRows, ...declarationRows])('%s', expectFinding);

  it('a leak of a screen without a scenario', async () => {
    const leakingScreen = {
      ...otherScreen,
      load: () =>
        Promise.resolve({
          default: defineScreen(() => {
            useEffect(() => window.addEventListener('scroll', () => undefined), []);
            return <p>da</p>;
          }),
        }),
    };
    const findings = await inspectWithScenarios(
      remoteWith({}, { screens: [contactsScreen ?? otherScreen, leakingScreen] }),
    );
    expect(findings.map(({ kind }) => kind)).toEqual(['missingScenario', 'listener']);
  });
});

describe('the inspection ends', () => {
  it('stops after three screens of a remote whose screens all hang', async () => {
    const screens = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ ...otherScreen, key, load: neverSettle }));
    // This test uses as many turns as real inspections. Except for unmounting, no remote can take longer than this one.
    const findings = await inspectRemote(remoteWith({}, { screens }), {
      scenarios: screens.map(({ key }) => ({ name: key, screen: key })),
    });
    expect(findings.map(({ kind }) => kind)).toEqual(['late', 'late', 'late', 'skipped', 'skipped']);
  });
});

describe('the inspection finds nothing', () => {
  it.each<[string, RemoteDeclaration]>([
    ['in a screen that keeps to itself', faultlessRemote],
    ['in a screen over the page', remoteWithComponent(() => createPortal(<p>da</p>, document.body))],
    [
      'in what is ended',
      remoteWithEffect(() => {
        const observer = new ResizeObserver(doNothing);
        const id = setInterval(doNothing, 1_000);
        window.addEventListener('scroll', doNothing, true);
        document.body.addEventListener('click', doNothing, true);
        observer.observe(document.body);
        return () => {
          window.removeEventListener('scroll', doNothing, true);
          clearInterval(id);
          observer.unobserve(document.body);
          document.body.removeEventListener('click', doNothing, { capture: true });
        };
      }),
    ],
  ])('%s', async (_what, remote) => {
    expect(await inspectWithScenarios(remote)).toEqual([]);
  });
});
