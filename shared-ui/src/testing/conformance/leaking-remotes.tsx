import { createGlobalStyle, styled } from 'styled-components';
import { doNothing, remoteWithComponent, remoteWithEffect } from './faulty-remotes';
import type { FindingTestCase } from './faulty-remotes';

const appendStyleElement = (): HTMLStyleElement => {
  const styleElement = document.head.appendChild(document.createElement('style'));
  styleElement.textContent = '.teller{top:0}';
  return styleElement;
};

const OwnFontText = styled.p`
  @font-face {
    font-family: teller;
    src: url(teller.woff2);
  }
`;

const GlobalStyle = createGlobalStyle`body { margin: 0 }`;

/** Test remotes that leave something behind in the page, or that change what all remotes share. */
export const leakingRemotes: readonly FindingTestCase[] = [
  [
    'a style left in head',
    remoteWithEffect(() => void appendStyleElement()),
    'styleLeft',
    /leaves a sheet of its own: \.teller\{top:0\} in head/,
  ],
  [
    'a style of its own while it is shown',
    remoteWithEffect(() => {
      const style = appendStyleElement();
      return () => style.remove();
    }),
    'ownStyle',
    /brings a sheet of its own/,
  ],
  [
    'a global rule',
    remoteWithComponent(() => <OwnFontText>da</OwnFontText>),
    'ownStyle',
    /a rule for the whole page: @font-face/,
  ],
  [
    'a global style',
    remoteWithComponent(() => (
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
    remoteWithEffect(() => {
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, new CSSStyleSheet()];
    }),
    'adoptedStyle',
    /adopts a style sheet/,
  ],
  [
    'an adopted style sheet while it is shown',
    remoteWithEffect(() => {
      const previousSheets = document.adoptedStyleSheets;
      document.adoptedStyleSheets.push(new CSSStyleSheet());
      return () => void (document.adoptedStyleSheets = previousSheets.slice(0, -1));
    }),
    'adoptedStyle',
    /adopts a style sheet/,
  ],
  [
    'a listener on window',
    remoteWithEffect(() => window.addEventListener('scroll', () => undefined)),
    'listener',
    /listener scroll on window/,
  ],
  [
    'a listener on document',
    remoteWithEffect(() => document.addEventListener('keydown', () => undefined)),
    'listener',
    /listener keydown on document/,
  ],
  [
    'a listener on html',
    remoteWithEffect(() => document.documentElement.addEventListener('click', () => undefined)),
    'listener',
    /listener click on html/,
  ],
  [
    'a listener on body',
    remoteWithEffect(() => document.body.addEventListener('click', () => undefined)),
    'listener',
    /listener click on body/,
  ],
  [
    'a listener for one event that never came',
    remoteWithEffect(() => window.addEventListener('pagehide', () => undefined, { once: true })),
    'listener',
    /listener pagehide on window/,
  ],
  [
    'a listener in a property',
    remoteWithEffect(() => void (window.onresize = () => 1)),
    'listener',
    /listener onresize on window/,
  ],
  [
    'a patched fetch',
    remoteWithEffect(() => void (window.fetch = () => Promise.reject(new Error('nein')))),
    'patched',
    /patches window\.fetch/,
  ],
  [
    'a fetch that is patched while it is shown',
    remoteWithEffect(() => {
      const { fetch } = window;
      window.fetch = () => Promise.reject(new Error('nein'));
      return () => void (window.fetch = fetch);
    }),
    'patched',
    /patches window\.fetch/,
  ],
  [
    'a method added to a prototype',
    remoteWithEffect(
      () => void Object.defineProperty(Array.prototype, 'last', { configurable: true, value: doNothing }),
    ),
    'patched',
    /patches Array\.prototype\.last/,
  ],
  [
    'a patched prototype',
    remoteWithEffect(() => void (Element.prototype.scrollTo = doNothing)),
    'patched',
    /patches Element\.prototype\.scrollTo/,
  ],
  [
    'a patched method of the history',
    remoteWithEffect(() => void (history.pushState = doNothing)),
    'patched',
    /patches history\.pushState/,
  ],
  ['a patched Math', remoteWithEffect(() => void (Math.random = () => 0.5)), 'patched', /patches Math\.random/],
  ['a name on window', remoteWithEffect(() => void Reflect.set(window, 'mensa', 1)), 'global', /puts mensa on window/],
  [
    'a mutation observer',
    remoteWithEffect(() => new MutationObserver(doNothing).observe(document.body, { childList: true })),
    'observer',
    /leaves a MutationObserver/,
  ],
  [
    'a resize observer',
    remoteWithEffect(() => new ResizeObserver(doNothing).observe(document.body)),
    'observer',
    /leaves a ResizeObserver/,
  ],
  [
    'an intersection observer',
    remoteWithEffect(() => new IntersectionObserver(doNothing).observe(document.body)),
    'observer',
    /leaves a IntersectionObserver/,
  ],
  [
    'a performance observer',
    remoteWithEffect(() => new PerformanceObserver(doNothing).observe({ type: 'event' })),
    'observer',
    /leaves a PerformanceObserver/,
  ],
  [
    'a write to localStorage',
    remoteWithEffect(() => localStorage.setItem('teller', '1')),
    'storage',
    /writes teller to localStorage/,
  ],
  [
    'a write to sessionStorage',
    remoteWithEffect(() => sessionStorage.setItem('teller', '1')),
    'storage',
    /writes teller to sessionStorage/,
  ],
  [
    'a write to localStorage that is taken back',
    remoteWithEffect(() => {
      localStorage.setItem('teller', '1');
      return () => localStorage.removeItem('teller');
    }),
    'storage',
    /writes teller to localStorage/,
  ],
  ['a cookie', remoteWithEffect(() => void (document.cookie = 'teller=1')), 'storage', /writes a cookie/],
  ['a history entry', remoteWithEffect(() => history.pushState(null, '')), 'history', /adds a history entry/],
  [
    'another address',
    remoteWithEffect(() => history.replaceState(null, '', '#teller')),
    'history',
    /changes the address/,
  ],
  [
    'a screen opened unasked',
    remoteWithEffect(({ shell }) => shell.navigation.open('invitations')),
    'history',
    /opens the screen invitations/,
  ],
  [
    'an attribute of html',
    remoteWithEffect(() => document.documentElement.setAttribute('data-teller', 'voll')),
    'attributes',
    /leaves data-teller="voll" on html/,
  ],
  [
    'an attribute of body',
    remoteWithEffect(() => document.body.classList.add('voll')),
    'attributes',
    /leaves class="voll" on body/,
  ],
  [
    'an interval',
    remoteWithEffect(() => void window.setInterval(() => undefined, 1_000)),
    'timer',
    /leaves an interval of 1000 ms/,
  ],
  [
    'a timeout that starts itself again',
    remoteWithEffect(() => {
      const scheduleAgain = (): void => void setTimeout(scheduleAgain, 5);
      scheduleAgain();
    }),
    'timer',
    /leaves a timeout of 5 ms/,
  ],
  [
    'an animation without end',
    remoteWithEffect(() => {
      const requestNextFrame = (): void => void requestAnimationFrame(requestNextFrame);
      requestNextFrame();
    }),
    'timer',
    /leaves an animation frame/,
  ],
  [
    'a subscription to the clock',
    remoteWithEffect(({ shell }) => void shell.clock.onMinute(() => undefined)),
    'subscription',
    /leaves a subscription: clock\.onMinute/,
  ],
  [
    'a subscription to the store',
    remoteWithEffect(({ shell }) => void shell.store.subscribe(() => undefined)),
    'subscription',
    /store\.subscribe/,
  ],
  [
    'a subscription to the session',
    remoteWithEffect(({ shell }) => void shell.session.subscribe(() => undefined)),
    'subscription',
    /session\.subscribe/,
  ],
  [
    'a subscription to the connection',
    remoteWithEffect(({ shell }) => void shell.live.onStatus(() => undefined)),
    'subscription',
    /live\.onStatus/,
  ],
  [
    'a subscription to the consent',
    remoteWithEffect(({ shell }) => void shell.consent.subscribe(() => undefined)),
    'subscription',
    /consent\.subscribe/,
  ],
  ['a hold on the reload', remoteWithEffect(({ shell }) => void shell.holdReload()), 'subscription', /holdReload/],
  [
    'a name that it doesn’t take back',
    remoteWithEffect(({ shell }) => void shell.nameScreen('Mensa')),
    'subscription',
    /nameScreen/,
  ],
  [
    'an element in body',
    remoteWithEffect(() => void document.body.appendChild(document.createElement('aside'))),
    'nodeLeft',
    /leaves <aside> in body/,
  ],
  [
    'an element in head',
    remoteWithEffect(() => void document.head.appendChild(document.createElement('script'))),
    'nodeLeft',
    /leaves <script> in head/,
  ],
];
