import { createRemoteWith, neverSettle, remoteWithEffect, secondScreen } from './faulty-remotes';
import type { FindingTestCase } from './faulty-remotes';

/** Test remotes that call browser functions without the platform, or that use what belongs to other remotes. */
export const reachingRemotes: readonly FindingTestCase[] = [
  [
    'a request past the platform',
    remoteWithEffect(() => void fetch('/api/contacts').catch(() => undefined)),
    'ownRequest',
    /screen contacts, Kontakte: it calls fetch itself: \/api\/contacts/,
  ],
  [
    'a request object past the platform',
    remoteWithEffect(() => void fetch(new Request('https://stats.example/')).catch(() => undefined)),
    'ownRequest',
    /calls fetch itself: https:\/\/stats\.example\//,
  ],
  [
    'an XMLHttpRequest',
    remoteWithEffect(() => {
      const request = new XMLHttpRequest();
      request.open('GET', '/api/contacts');
      request.send();
    }),
    'ownRequest',
    /sends an XMLHttpRequest itself/,
  ],
  [
    'a beacon',
    remoteWithEffect(() => void navigator.sendBeacon('/stats', 'mounted')),
    'ownRequest',
    /sends a beacon itself: \/stats/,
  ],
  [
    'a WebSocket of its own',
    remoteWithEffect(() => {
      const socket = new WebSocket('ws://localhost/live');
      return () => socket.close();
    }),
    'ownSocket',
    /screen contacts, Kontakte: it opens a WebSocket of its own: ws:\/\/localhost\/live/,
  ],
  [
    'an EventSource of its own',
    remoteWithEffect(() => {
      const source = new EventSource('/events');
      return () => source.close();
    }),
    'ownSocket',
    /opens a EventSource of its own: \/events/,
  ],
  [
    'a BroadcastChannel of its own',
    remoteWithEffect(() => {
      const channel = new BroadcastChannel('teller');
      channel.postMessage('voll');
      return () => channel.close();
    }),
    'ownChannel',
    /screen contacts, Kontakte: it opens a BroadcastChannel of its own: teller/,
  ],
  [
    'a patched format of dates',
    remoteWithEffect(() => void (Intl.DateTimeFormat.prototype.formatToParts = () => [])),
    'patched',
    /patches Intl\.DateTimeFormat\.prototype\.formatToParts/,
  ],
  [
    'a replaced format of numbers',
    remoteWithEffect(() => void Reflect.set(Intl, 'NumberFormat', class extends Intl.NumberFormat {})),
    'patched',
    /patches Intl\.NumberFormat/,
  ],
  [
    'a patched console',
    remoteWithEffect(() => void (console.warn = () => undefined)),
    'patched',
    /patches console\.warn/,
  ],
  [
    'a replaced console',
    remoteWithEffect(() => void Reflect.set(window, 'console', { ...console })),
    'patched',
    /patches window\.console/,
  ],
  [
    'a rejection that nobody handles',
    remoteWithEffect(() => void Promise.reject(new Error('Suppe aus'))),
    'rejection',
    /mf-social, screen contacts, Kontakte: a promise of it rejects and nobody handles that: Suppe aus/,
  ],
  [
    "another remote's screen",
    createRemoteWith({}, { screens: [{ ...secondScreen, key: 'details' }] }),
    'taken',
    /mf-social, declaration: the screen details belongs to mf-discovery already/,
  ],
  [
    "another remote's slot",
    createRemoteWith({}, { slots: { 'frame/search': neverSettle } }),
    'taken',
    /the slot frame\/search belongs to mf-discovery already/,
  ],
  [
    "another remote's command",
    createRemoteWith({}, { commands: { 'discovery/place': neverSettle } }),
    'taken',
    /the command discovery\/place belongs to mf-discovery already/,
  ],
];
