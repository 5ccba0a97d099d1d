import { useEffect, useState } from 'react';
import {
  contactsScreen,
  createRemoteWith,
  neverSettle,
  remoteWithComponent,
  remoteWithEffect,
  remoteWithLifecycle,
  secondScreen,
} from './faulty-remotes';
import type { FindingTestCase } from './faulty-remotes';

const EndlessScreen = () => {
  const [renderCount, setRenderCount] = useState(0);
  useEffect(() => void Promise.resolve().then(() => setRenderCount(renderCount + 1)), [renderCount]);
  return <p>{renderCount}</p>;
};

const screensThatFail: readonly FindingTestCase[] = [
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
  [
    'a load that fails',
    createRemoteWith({ load: () => Promise.reject(new Error('weg')) }),
    'failed',
    /its load fails: weg/,
  ],
  ['a load that never ends', createRemoteWith({ load: neverSettle }), 'late', /its load doesn't end/],
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

const faultyDeclarations: readonly FindingTestCase[] = [
  ['a contract of another time', createRemoteWith({}, { contract: '^1.0.0' }), 'declaration', /contract \^1\.0\.0/],
  [
    'a screen declared twice',
    createRemoteWith({}, { screens: [contactsScreen ?? secondScreen, contactsScreen ?? secondScreen] }),
    'declaration',
    /contacts is declared twice/,
  ],
  [
    'a key that fits no address',
    createRemoteWith({}, { screens: [contactsScreen ?? secondScreen, { ...secondScreen, key: 'Groups/1' }] }),
    'declaration',
    /Groups\/1 doesn't fit/,
  ],
  [
    'two main screens',
    createRemoteWith(
      {},
      {
        screens: [
          { ...secondScreen, region: 'main' },
          { ...secondScreen, key: 'more', region: 'main' },
        ],
      },
    ),
    'declaration',
    /more than one main/,
  ],
  [
    'an isValid that throws',
    createRemoteWith({ isValid: ([firstParam = '']) => firstParam.at(3) === decodeURIComponent(firstParam) }),
    'declaration',
    /isValid of screen contacts throws/,
  ],
  [
    'an isValid that never answers',
    createRemoteWith({ isValid: () => neverSettle() }),
    'declaration',
    /isValid of screen contacts never answers/,
  ],
  [
    'a slot whose load never ends',
    createRemoteWith({}, { slots: { 'restaurant/social': neverSettle } }),
    'late',
    /load of slot restaurant\/social doesn't end/,
  ],
  [
    'a command whose load fails',
    createRemoteWith({}, { commands: { 'account/callToAction': () => Promise.reject(new Error('weg')) } }),
    'failed',
    /command account\/callToAction fails: weg/,
  ],
  [
    'a screen without a scenario',
    createRemoteWith({}, { screens: [contactsScreen ?? secondScreen, secondScreen] }),
    'missingScenario',
    /screen groups, default props: it has no scenario/,
  ],
  [
    'a slot without a scenario',
    createRemoteWith({}, { slots: { 'restaurant/social': () => Promise.resolve({ default: () => <p>teilen</p> }) } }),
    'missingScenario',
    /slot restaurant\/social/,
  ],
  [
    'a scenario without a screen',
    createRemoteWith({}, { screens: [secondScreen] }),
    'undeclared',
    /screen contacts, Kontakte: the scenario shows what is not declared/,
  ],
];

/** Test remotes whose screens fail or never end, and test remotes with a faulty declaration. */
export const failingRemotes: readonly FindingTestCase[] = [...screensThatFail, ...faultyDeclarations];
