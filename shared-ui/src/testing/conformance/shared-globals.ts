// Names that packages set on window during development, and a web API that jsdom lacks and React Aria adds. All of them
// may appear.
const packageGlobal = /^(__styled-components|styled-components|__REACT|IS_REACT_ACT|webpackChunk|visualViewport$)/;

// React Aria patches `focus` to notice when a script moves the focus.
const packagePatch = new Set(['HTMLElement.prototype.focus']);

// Tests change these globals themselves, and the conformance suite replaces functions of the console.
const ignoredNames = new Set([
  'window.console',
  'window.process',
  'window.event',
  'Error.prepareStackTrace',
  'document.adoptedStyleSheets',
]);

// Whether React set this property: React marks each element that has its listeners.
const isMark = (key: PropertyKey): boolean => /^_+react/.test(String(key));

/** Property of an object that all remotes share. */
interface SharedProperty {
  readonly name: string;
  readonly owner: object;
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Whether a property is a function, an object or an accessor. Plain values, such as the window's width, may change. */
const isOfInterest = ({ value, get, set }: PropertyDescriptor): boolean =>
  isObject(value) || get !== undefined || set !== undefined;

const propertiesOf = (name: string, owner: object): SharedProperty[] =>
  Reflect.ownKeys(owner).flatMap((key) => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, key);
    const full = `${name}.${String(key)}`;
    return descriptor === undefined || !isOfInterest(descriptor) || ignoredNames.has(full)
      ? []
      : [{ name: full, owner, key, descriptor }];
  });

// Functions of window that must be listed by name: jsdom omits non-enumerable names from window's own property names.
const webFunctions = [
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'fetch',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'queueMicrotask',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'matchMedia',
  'getComputedStyle',
  'scrollTo',
  'scrollBy',
  'open',
  'close',
  'alert',
  'confirm',
  'prompt',
  'postMessage',
  'structuredClone',
  'atob',
  'btoa',
  'history',
  'location',
  'navigator',
  'localStorage',
  'sessionStorage',
  'document',
  'performance',
  'crypto',
];
const webClasses = [
  'EventTarget',
  'Node',
  'Element',
  'HTMLElement',
  'SVGElement',
  'Document',
  'DocumentFragment',
  'ShadowRoot',
  'Text',
  'Range',
  'Selection',
  'NodeList',
  'HTMLCollection',
  'DOMTokenList',
  'CSSStyleDeclaration',
  'CSSStyleSheet',
  'HTMLInputElement',
  'HTMLTextAreaElement',
  'HTMLSelectElement',
  'HTMLFormElement',
  'HTMLButtonElement',
  'HTMLAnchorElement',
  'HTMLImageElement',
  'HTMLMediaElement',
  'HTMLCanvasElement',
  'HTMLScriptElement',
  'HTMLStyleElement',
  'HTMLLinkElement',
  'HTMLDialogElement',
  'Event',
  'CustomEvent',
  'UIEvent',
  'MouseEvent',
  'KeyboardEvent',
  'PointerEvent',
  'TouchEvent',
  'Storage',
  'History',
  'Location',
  'Navigator',
  'Window',
  'Performance',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'BroadcastChannel',
  'MessageChannel',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'URL',
  'URLSearchParams',
  'Blob',
  'File',
  'FileReader',
  'AbortController',
  'AbortSignal',
  'MutationObserver',
  'ResizeObserver',
  'IntersectionObserver',
  'PerformanceObserver',
  'TextEncoder',
  'TextDecoder',
  'Worker',
  'DOMParser',
];
const languageClasses = [
  'Object',
  'Function',
  'Array',
  'String',
  'Number',
  'Boolean',
  'BigInt',
  'Symbol',
  'Date',
  'RegExp',
  'Promise',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Error',
  'TypeError',
  'ArrayBuffer',
  'Uint8Array',
  'Proxy',
];
const namespaces = ['Math', 'JSON', 'Reflect', 'Intl', 'Atomics'];

/**
 * Returns classes with their prototypes, and objects such as Math: one level below window, where code usually patches
 * globals.
 */
const ownersBelow = (): [string, object][] => [
  ...[...webClasses, ...languageClasses, ...namespaces].flatMap((name): [string, object][] => {
    const value: unknown = Reflect.get(window, name);
    if (!isObject(value)) return [];
    const prototype: unknown = Reflect.get(value, 'prototype');
    return isObject(prototype)
      ? [
          [name, value],
          [`${name}.prototype`, prototype],
        ]
      : [[name, value]];
  }),
  ['navigator', navigator],
  ['history', history],
  ['location', location],
  ['performance', performance],
  ['document', document],
];

const propertiesOfWindow = (): SharedProperty[] => {
  const listedProperties = propertiesOf('window', window);
  const knownKeys = new Set(listedProperties.map(({ key }) => key));
  return [
    ...listedProperties,
    ...[...webFunctions, ...webClasses, ...languageClasses, ...namespaces]
      .filter((key) => !knownKeys.has(key))
      .flatMap((key) => {
        const descriptor = Object.getOwnPropertyDescriptor(window, key);
        return descriptor === undefined ? [] : [{ name: `window.${key}`, owner: window, key, descriptor }];
      }),
  ];
};

const isSame = (one: PropertyDescriptor | undefined, other: PropertyDescriptor): boolean =>
  one !== undefined && one.value === other.value && one.get === other.get && one.set === other.set;

/** Snapshot of the globals that all remotes share; its functions compare the globals with the snapshot. */
export interface SharedGlobals {
  /** Returns names on window that the snapshot doesn't have. */
  added(): string[];
  /** Returns functions and objects that were replaced or removed, and properties that were added to shared objects. */
  patched(): string[];
  /** Restores the globals, so that the next scenario isn't blamed for the changes of this one. */
  restore(): void;
}

/** Takes a snapshot of window, of all classes with their prototypes, and of single objects such as `navigator`. */
export const readSharedGlobals = (): SharedGlobals => {
  const owners = new Map<object, string>();
  for (const [name, owner] of ownersBelow()) if (!owners.has(owner)) owners.set(owner, name);
  const properties = [...propertiesOfWindow(), ...[...owners].flatMap(([owner, name]) => propertiesOf(name, owner))];
  const names = new Set(Object.getOwnPropertyNames(window));
  const sizes = new Map([...owners].map(([owner]) => [owner, new Set(Reflect.ownKeys(owner))] as const));

  const changedProperties = (): SharedProperty[] =>
    properties.filter(
      ({ name, owner, key, descriptor }) =>
        !packagePatch.has(name) && !isSame(Object.getOwnPropertyDescriptor(owner, key), descriptor),
    );
  const addedNames = (): string[] =>
    Object.getOwnPropertyNames(window).filter((name) => !names.has(name) && !packageGlobal.test(name));
  const addedBelow = (): [object, PropertyKey][] =>
    [...sizes].flatMap(([owner, knownKeys]) => {
      return Reflect.ownKeys(owner)
        .filter(
          (key) =>
            !knownKeys.has(key) && !isMark(key) && !ignoredNames.has(`${owners.get(owner) ?? ''}.${String(key)}`),
        )
        .map((key): [object, PropertyKey] => [owner, key]);
    });

  return {
    added: addedNames,
    patched: () => [
      ...changedProperties().map(({ name }) => name),
      ...addedBelow().map(([owner, key]) => `${owners.get(owner) ?? ''}.${String(key)}`),
    ],
    restore() {
      for (const { owner, key, descriptor } of changedProperties()) Reflect.defineProperty(owner, key, descriptor);
      for (const [owner, key] of addedBelow()) Reflect.deleteProperty(owner, key);
      for (const name of addedNames()) Reflect.deleteProperty(window, name);
    },
  };
};
