// Matches global names that may appear: names that packages set on window during development, and a web API that jsdom
// lacks and React Aria adds.
const packageGlobalPattern =
  /^(__styled-components|styled-components|__REACT|IS_REACT_ACT|webpackChunk|visualViewport$)/;

// Functions that packages may replace: React Aria patches `focus` to notice when a script moves the focus.
const packagePatches = new Set(['HTMLElement.prototype.focus']);

// Names of globals that are ignored, because tests change them themselves.
const ignoredNames = new Set([
  'window.process',
  'window.event',
  'Error.prepareStackTrace',
  'document.adoptedStyleSheets',
]);

// Returns whether React has set a property: React marks each element that has its listeners.
const isReactMarker = (key: PropertyKey): boolean => /^_+react/.test(String(key));

/** Property of an object that all remotes share. */
interface SharedProperty {
  readonly name: string;
  readonly owner: object;
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/**
 * Returns whether a property is a function, an object or an accessor. Plain values, such as the window's width, may
 * change.
 */
const isPatchableProperty = ({ value, get, set }: PropertyDescriptor): boolean =>
  isObject(value) || get !== undefined || set !== undefined;

const propertiesOf = (ownerName: string, owner: object): SharedProperty[] =>
  Reflect.ownKeys(owner).flatMap((key) => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, key);
    const fullName = `${ownerName}.${String(key)}`;
    return descriptor === undefined || !isPatchableProperty(descriptor) || ignoredNames.has(fullName)
      ? []
      : [{ name: fullName, owner, key, descriptor }];
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

/** Returns an object and, if it is a class, its prototype. */
const withPrototype = (name: string, value: unknown): [string, object][] => {
  if (!isObject(value)) return [];
  const prototype: unknown = Reflect.get(value, 'prototype');
  return isObject(prototype)
    ? [
        [name, value],
        [`${name}.prototype`, prototype],
      ]
    : [[name, value]];
};

/**
 * Returns classes with their prototypes, and objects such as Math: the objects whose properties code usually patches.
 */
const ownersBelowWindow = (): [string, object][] => [
  ...[...webClasses, ...languageClasses, ...namespaces].flatMap((name) =>
    withPrototype(name, Reflect.get(window, name)),
  ),
  ...Object.getOwnPropertyNames(Intl).flatMap((name) => withPrototype(`Intl.${name}`, Reflect.get(Intl, name))),
  ['console', console],
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

const isSameDescriptor = (
  currentDescriptor: PropertyDescriptor | undefined,
  originalDescriptor: PropertyDescriptor,
): boolean =>
  currentDescriptor !== undefined &&
  currentDescriptor.value === originalDescriptor.value &&
  currentDescriptor.get === originalDescriptor.get &&
  currentDescriptor.set === originalDescriptor.set;

/** Snapshot of the globals that all remotes share; its functions compare the globals with the snapshot. */
export interface SharedGlobals {
  /** Returns names on window that the snapshot doesn't have. */
  addedGlobals(): string[];
  /** Returns functions and objects that were replaced or removed, and properties that were added to shared objects. */
  patchedGlobals(): string[];
  /** Restores the globals, so that the changes of this scenario aren't reported for the next one. */
  restore(): void;
}

/** Takes a snapshot of window, of all classes with their prototypes, and of single objects such as `navigator`. */
export const readSharedGlobals = (): SharedGlobals => {
  const nameByOwner = new Map<object, string>();
  for (const [ownerName, owner] of ownersBelowWindow()) if (!nameByOwner.has(owner)) nameByOwner.set(owner, ownerName);
  const sharedProperties = [
    ...propertiesOfWindow(),
    ...[...nameByOwner].flatMap(([owner, name]) => propertiesOf(name, owner)),
  ];
  const initialGlobalNames = new Set(Object.getOwnPropertyNames(window));
  const initialKeysByOwner = new Map(
    [...nameByOwner].map(([owner]) => [owner, new Set(Reflect.ownKeys(owner))] as const),
  );

  const changedProperties = (): SharedProperty[] =>
    sharedProperties.filter(
      ({ name, owner, key, descriptor }) =>
        !packagePatches.has(name) && !isSameDescriptor(Object.getOwnPropertyDescriptor(owner, key), descriptor),
    );
  const addedNames = (): string[] =>
    Object.getOwnPropertyNames(window).filter(
      (name) => !initialGlobalNames.has(name) && !packageGlobalPattern.test(name),
    );
  const addedPropertiesBelowWindow = (): [object, PropertyKey][] =>
    [...initialKeysByOwner].flatMap(([owner, knownKeys]) => {
      return Reflect.ownKeys(owner)
        .filter(
          (key) =>
            !knownKeys.has(key) &&
            !isReactMarker(key) &&
            !ignoredNames.has(`${nameByOwner.get(owner) ?? ''}.${String(key)}`),
        )
        .map((key): [object, PropertyKey] => [owner, key]);
    });

  return {
    addedGlobals: addedNames,
    patchedGlobals: () => [
      ...changedProperties().map(({ name }) => name),
      ...addedPropertiesBelowWindow().map(([owner, key]) => `${nameByOwner.get(owner) ?? ''}.${String(key)}`),
    ],
    restore() {
      for (const { owner, key, descriptor } of changedProperties()) Reflect.defineProperty(owner, key, descriptor);
      for (const [owner, key] of addedPropertiesBelowWindow()) Reflect.deleteProperty(owner, key);
      for (const addedName of addedNames()) Reflect.deleteProperty(window, addedName);
    },
  };
};
