import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { createGlobalStyle, styled } from 'styled-components';
import { defineScreen } from '../../platform/shell/define-screen';
import { defineRemoteDeclaration } from '../../platform/shell/shell-contract';
import type {
  RemoteDeclaration,
  ScreenDeclaration,
  ScreenModule,
  ScreenProps,
} from '../../platform/shell/shell-contract';
import type { FindingKind } from './finding';
import { inspectRemote } from './inspect-remote';

const never = (): Promise<never> => new Promise(() => undefined);

const remoteWith = (screen: Partial<ScreenDeclaration>, more: Partial<RemoteDeclaration> = {}): RemoteDeclaration =>
  defineRemoteDeclaration({
    name: 'mf-social',
    contract: '^3.1.0',
    slots: {},
    commands: {},
    screens: [
      {
        key: 'contacts',
        region: 'modal',
        access: 'loggedIn',
        load: () => Promise.resolve({ default: defineScreen(() => <p>da</p>) }),
        ...screen,
      },
    ],
    ...more,
  });

const drawing = (Screen: (props: ScreenProps) => React.ReactNode): RemoteDeclaration =>
  remoteWith({ load: () => Promise.resolve({ default: defineScreen(Screen) }) });

/** Creates a remote that runs code when its screen mounts, and optionally when it unmounts. */
const doing = (mount: (props: ScreenProps) => (() => void) | void): RemoteDeclaration =>
  drawing((props) => {
    useEffect(() => mount(props), [props]);
    return <p>da</p>;
  });

const withLifecycle = (changed: Partial<ScreenModule>): RemoteDeclaration =>
  remoteWith({ load: () => Promise.resolve({ default: { ...defineScreen(() => <p>da</p>), ...changed } }) });

const scenarios = [{ name: 'Kontakte', screen: 'contacts', session: 'verified' }] as const;

// Only one row waits for endless work as long as in real inspections.
const inspect = (remote: RemoteDeclaration, turns = 60) => inspectRemote(remote, { scenarios, turns });

const addStyle = (): HTMLStyleElement => {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = '.teller{top:0}';
  return style;
};

const OwnFont = styled.p`
  @font-face {
    font-family: teller;
    src: url(teller.woff2);
  }
`;
const GlobalStyle = createGlobalStyle`body { margin: 0 }`;
const Endless = () => {
  const [count, setCount] = useState(0);
  useEffect(() => void Promise.resolve().then(() => setCount(count + 1)), [count]);
  return <p>{count}</p>;
};
const nothing = (): void => undefined;

type Row = readonly [what: string, remote: RemoteDeclaration, kind: FindingKind, message: RegExp];

const leaks: readonly Row[] = [
  [
    'a style left in head',
    doing(() => void addStyle()),
    'styleLeft',
    /leaves a sheet of its own: \.teller\{top:0\} in head/,
  ],
  [
    'a style of its own while it is shown',
    doing(() => {
      const style = addStyle();
      return () => style.remove();
    }),
    'ownStyle',
    /brings a sheet of its own/,
  ],
  ['a global rule', drawing(() => <OwnFont>da</OwnFont>), 'ownStyle', /a rule for the whole page: @font-face/],
  [
    'a global style',
    drawing(() => (
      <>
        <GlobalStyle />
        <p>da</p>
      </>
    )),
    'ownStyle',
    /a rule for the whole page: body/,
  ],
  [
    'an adopted style sheet',
    doing(() => {
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, new CSSStyleSheet()];
    }),
    'adoptedStyle',
    /adopts a style sheet/,
  ],
  [
    'an adopted style sheet while it is shown',
    doing(() => {
      const before = document.adoptedStyleSheets;
      document.adoptedStyleSheets.push(new CSSStyleSheet());
      return () => void (document.adoptedStyleSheets = before.slice(0, -1));
    }),
    'adoptedStyle',
    /adopts a style sheet/,
  ],
  [
    'a listener on window',
    doing(() => window.addEventListener('scroll', () => undefined)),
    'listener',
    /listener scroll on window/,
  ],
  [
    'a listener on document',
    doing(() => document.addEventListener('keydown', () => undefined)),
    'listener',
    /listener keydown on document/,
  ],
  [
    'a listener on html',
    doing(() => document.documentElement.addEventListener('click', () => undefined)),
    'listener',
    /listener click on html/,
  ],
  [
    'a listener on body',
    doing(() => document.body.addEventListener('click', () => undefined)),
    'listener',
    /listener click on body/,
  ],
  [
    'a listener for one event that never came',
    doing(() => window.addEventListener('pagehide', () => undefined, { once: true })),
    'listener',
    /listener pagehide on window/,
  ],
  [
    'a listener in a property',
    doing(() => void (window.onresize = () => 1)),
    'listener',
    /listener onresize on window/,
  ],
  [
    'a patched fetch',
    doing(() => void (window.fetch = () => Promise.reject(new Error('nein')))),
    'patched',
    /patches window\.fetch/,
  ],
  [
    'a fetch that is patched while it is shown',
    doing(() => {
      const { fetch } = window;
      window.fetch = () => Promise.reject(new Error('nein'));
      return () => void (window.fetch = fetch);
    }),
    'patched',
    /patches window\.fetch/,
  ],
  [
    'a method added to a prototype',
    doing(() => void Object.defineProperty(Array.prototype, 'last', { configurable: true, value: nothing })),
    'patched',
    /patches Array\.prototype\.last/,
  ],
  [
    'a patched prototype',
    doing(() => void (Element.prototype.scrollTo = nothing)),
    'patched',
    /patches Element\.prototype\.scrollTo/,
  ],
  [
    'a patched method of the history',
    doing(() => void (history.pushState = nothing)),
    'patched',
    /patches history\.pushState/,
  ],
  ['a patched Math', doing(() => void (Math.random = () => 0.5)), 'patched', /patches Math\.random/],
  ['a name on window', doing(() => void Reflect.set(window, 'mensa', 1)), 'global', /puts mensa on window/],
  [
    'a mutation observer',
    doing(() => new MutationObserver(nothing).observe(document.body, { childList: true })),
    'observer',
    /leaves a MutationObserver/,
  ],
  [
    'a resize observer',
    doing(() => new ResizeObserver(nothing).observe(document.body)),
    'observer',
    /leaves a ResizeObserver/,
  ],
  [
    'an intersection observer',
    doing(() => new IntersectionObserver(nothing).observe(document.body)),
    'observer',
    /leaves a IntersectionObserver/,
  ],
  [
    'a performance observer',
    doing(() => new PerformanceObserver(nothing).observe({ type: 'event' })),
    'observer',
    /leaves a PerformanceObserver/,
  ],
  [
    'a write to localStorage',
    doing(() => localStorage.setItem('teller', '1')),
    'storage',
    /writes teller to localStorage/,
  ],
  [
    'a write to sessionStorage',
    doing(() => sessionStorage.setItem('teller', '1')),
    'storage',
    /writes teller to sessionStorage/,
  ],
  [
    'a write to localStorage that is taken back',
    doing(() => {
      localStorage.setItem('teller', '1');
      return () => localStorage.removeItem('teller');
    }),
    'storage',
    /writes teller to localStorage/,
  ],
  ['a cookie', doing(() => void (document.cookie = 'teller=1')), 'storage', /writes a cookie/],
  ['a history entry', doing(() => history.pushState(null, '')), 'history', /adds a history entry/],
  ['another address', doing(() => history.replaceState(null, '', '#teller')), 'history', /changes the address/],
  [
    'a screen opened unasked',
    doing(({ shell }) => shell.navigation.open('invitations')),
    'history',
    /opens the screen invitations/,
  ],
  [
    'an attribute of html',
    doing(() => document.documentElement.setAttribute('data-teller', 'voll')),
    'attributes',
    /leaves data-teller="voll" on html/,
  ],
  [
    'an attribute of body',
    doing(() => document.body.classList.add('voll')),
    'attributes',
    /leaves class="voll" on body/,
  ],
  [
    'an interval',
    doing(() => void window.setInterval(() => undefined, 1_000)),
    'timer',
    /leaves an interval of 1000 ms/,
  ],
  [
    'a timeout that starts itself again',
    doing(() => {
      const again = (): void => void setTimeout(again, 5);
      again();
    }),
    'timer',
    /leaves a timeout of 5 ms/,
  ],
  [
    'an animation without end',
    doing(() => {
      const again = (): void => void requestAnimationFrame(again);
      again();
    }),
    'timer',
    /leaves an animation frame/,
  ],
  [
    'a subscription to the clock',
    doing(({ shell }) => void shell.clock.onMinute(() => undefined)),
    'subscription',
    /leaves a subscription: clock\.onMinute/,
  ],
  [
    'a subscription to the store',
    doing(({ shell }) => void shell.store.subscribe(() => undefined)),
    'subscription',
    /store\.subscribe/,
  ],
  [
    'a subscription to the session',
    doing(({ shell }) => void shell.session.subscribe(() => undefined)),
    'subscription',
    /session\.subscribe/,
  ],
  [
    'a subscription to the connection',
    doing(({ shell }) => void shell.live.onStatus(() => undefined)),
    'subscription',
    /live\.onStatus/,
  ],
  [
    'a subscription to the consent',
    doing(({ shell }) => void shell.consent.subscribe(() => undefined)),
    'subscription',
    /consent\.subscribe/,
  ],
  ['a hold on the reload', doing(({ shell }) => void shell.holdReload()), 'subscription', /holdReload/],
  [
    'a name that it doesn’t take back',
    doing(({ shell }) => void shell.nameScreen('Mensa')),
    'subscription',
    /nameScreen/,
  ],
  [
    'an element in body',
    doing(() => void document.body.appendChild(document.createElement('aside'))),
    'nodeLeft',
    /leaves <aside> in body/,
  ],
  [
    'an element in head',
    doing(() => void document.head.appendChild(document.createElement('script'))),
    'nodeLeft',
    /leaves <script> in head/,
  ],
];

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

const good = remoteWith({});
const other = {
  key: 'groups',
  region: 'modal',
  access: 'anyone',
  load: () => Promise.resolve({ default: defineScreen(() => <p>Gruppen</p>) }),
} as const;
const [contacts] = good.screens;

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
  it.each([...leaks, ...failures, ...declarations])('%s', async (_what, remote, kind, message) => {
    const findings = await inspect(remote);
    expect(findings).toContainEqual({ kind, message: expect.stringMatching(message) });
    for (const finding of findings) expect(finding.message).toMatch(/^mf-social, .*\. [A-Z].*\.$/s);
    // A leak counts for the screen that caused it, not for the next one.
    expect(await inspect(good)).toEqual([]);
  });

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
    // As long as in real inspections: the longest time that any remote can take, except for each of its unmounts.
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
