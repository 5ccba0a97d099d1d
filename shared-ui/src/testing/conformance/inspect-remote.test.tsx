import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { defineScreen } from '../../platform/shell/define-screen';
import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { inspectRemote } from './inspect-remote';
import {
  contacts,
  doing,
  drawing,
  expectFinding,
  good,
  inspect,
  never,
  nothing,
  other,
  remoteWith,
  withLifecycle,
} from './faulty-remotes';
import type { Row } from './faulty-remotes';

const Endless = () => {
  const [count, setCount] = useState(0);
  useEffect(() => void Promise.resolve().then(() => setCount(count + 1)), [count]);
  return <p>{count}</p>;
};

const failures: readonly Row[] = [
  ['a screen that draws nothing', drawing(() => null), 'blank', /draws nothing/],
  [
    'a screen that throws while it draws',
    drawing(() => {
      throw new Error('Suppe verschüttet');
    }),
    'failed',
    /throws while it draws: Suppe verschüttet/,
  ],
  ['a screen that draws again and again', drawing(Endless), 'restless', /draws again and again/],
  ['a screen that complains', doing(() => console.error('Suppe kalt')), 'consoleError', /console\.error: Suppe kalt/],
  ['a load that fails', remoteWith({ load: () => Promise.reject(new Error('weg')) }), 'failed', /its load fails: weg/],
  ['a load that never ends', remoteWith({ load: never }), 'late', /its load doesn't end/],
  ['a bootstrap that never ends', withLifecycle({ bootstrap: never }), 'late', /its bootstrap doesn't end/],
  ['a mount that never ends', withLifecycle({ mount: never }), 'late', /its mount doesn't end/],
  [
    'a mount that fails',
    withLifecycle({ mount: () => Promise.reject(new Error('umgekippt')) }),
    'failed',
    /its mount fails: umgekippt/,
  ],
  ['an unmount that never ends', withLifecycle({ unmount: never }), 'late', /its unmount doesn't end/],
  [
    'an unmount that fails',
    withLifecycle({ unmount: () => Promise.reject(new Error('klemmt')) }),
    'failed',
    /its unmount fails: klemmt/,
  ],
  ['a screen without lifecycles', withLifecycle({ mount: undefined }), 'failed', /has no mount/],
  [
    'a screen that leaves its elements',
    withLifecycle({ unmount: () => Promise.resolve() }),
    'nodeLeft',
    /leaves elements in its container/,
  ],
];

const declarations: readonly Row[] = [
  ['a contract of another time', remoteWith({}, { contract: '^1.0.0' }), 'declaration', /contract \^1\.0\.0/],
  [
    'a screen declared twice',
    remoteWith({}, { screens: [contacts ?? other, contacts ?? other] }),
    'declaration',
    /contacts is declared twice/,
  ],
  [
    'a key that fits no address',
    remoteWith({}, { screens: [contacts ?? other, { ...other, key: 'Groups/1' }] }),
    'declaration',
    /Groups\/1 doesn't fit/,
  ],
  [
    'two main screens',
    remoteWith(
      {},
      {
        screens: [
          { ...other, region: 'main' },
          { ...other, key: 'more', region: 'main' },
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
    remoteWith({ isValid: () => never() }),
    'declaration',
    /isValid of screen contacts never answers/,
  ],
  [
    'a slot whose load never ends',
    remoteWith({}, { slots: { 'restaurant/social': never } }),
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
    remoteWith({}, { screens: [contacts ?? other, other] }),
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
    remoteWith({}, { screens: [other] }),
    'undeclared',
    /screen contacts, Kontakte: the scenario shows what is not declared/,
  ],
];

describe('the inspection names, with remote and remedy,', () => {
  it.each([...failures, ...declarations])('%s', expectFinding);

  it('a leak of a screen without a scenario', async () => {
    const leaking = {
      ...other,
      load: () =>
        Promise.resolve({
          default: defineScreen(() => {
            useEffect(() => window.addEventListener('scroll', () => undefined), []);
            return <p>da</p>;
          }),
        }),
    };
    const findings = await inspect(remoteWith({}, { screens: [contacts ?? other, leaking] }));
    expect(findings.map(({ kind }) => kind)).toEqual(['missingScenario', 'listener']);
  });
});

describe('the inspection ends', () => {
  it('stops after three screens of a remote whose screens all hang', async () => {
    const screens = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ ...other, key, load: never }));
    // This test uses as many turns as real inspections. Except for unmounting, no remote can take longer than this one.
    const findings = await inspectRemote(remoteWith({}, { screens }), {
      scenarios: screens.map(({ key }) => ({ name: key, screen: key })),
    });
    expect(findings.map(({ kind }) => kind)).toEqual(['late', 'late', 'late', 'skipped', 'skipped']);
  });
});

describe('the inspection finds nothing', () => {
  it.each<[string, RemoteDeclaration]>([
    ['in a screen that keeps to itself', good],
    ['in a screen over the page', drawing(() => createPortal(<p>da</p>, document.body))],
    [
      'in what is ended',
      doing(() => {
        const observer = new ResizeObserver(nothing);
        const id = setInterval(nothing, 1_000);
        window.addEventListener('scroll', nothing, true);
        document.body.addEventListener('click', nothing, true);
        observer.observe(document.body);
        return () => {
          window.removeEventListener('scroll', nothing, true);
          clearInterval(id);
          observer.unobserve(document.body);
          document.body.removeEventListener('click', nothing, { capture: true });
        };
      }),
    ],
  ])('%s', async (_what, remote) => {
    expect(await inspect(remote)).toEqual([]);
  });
});
