import type { Problem } from './finding';
import { foreignStyles, sheetDescription, addedSheets } from './foreign-styles';

// An empty style attribute counts as a missing one: scroll locks leave it behind.
const attributesOf = (element: Element): string[] =>
  element
    .getAttributeNames()
    .filter((name) => element.getAttribute(name) !== '')
    .map((name) => `${name}="${element.getAttribute(name) ?? ''}" on ${element.localName}`);

const attributedElements = (): Element[] => [document.documentElement, document.head, document.body];

const entriesOf = (storage: Storage): [string, string][] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').map((key) => [
    key,
    storage.getItem(key) ?? '',
  ]);

/**
 * Whether a package, not a remote, added an element to the page. React Aria, for example, keeps one element for
 * announcements.
 */
const isPackageElement = (element: Element): boolean =>
  element.hasAttribute('data-live-announcer') || element.matches('style, link');

const nonPackageElements = (): Element[] =>
  [...document.documentElement.children, ...document.head.children, ...document.body.children].filter(
    (element) => !isPackageElement(element),
  );

const adoptedSheets = (): readonly unknown[] => {
  const adoptedStyleSheets: unknown = Reflect.get(document, 'adoptedStyleSheets');
  return Array.isArray(adoptedStyleSheets) ? adoptedStyleSheets : [];
};

const nameOfNode = (element: Element): string =>
  `<${element.localName}${element.id === '' ? '' : ` id="${element.id}"`}${element.className === '' ? '' : ` class="${element.getAttribute('class') ?? ''}"`}>`;

const handlerNames = (target: object): string[] => {
  const names: string[] = [];
  for (const name in target) if (name.startsWith('on')) names.push(name);
  return names;
};

interface HandlerTarget {
  readonly name: string;
  readonly target: object;
  readonly handlers: ReadonlyMap<string, unknown>;
}

const readHandlers = (): HandlerTarget[] =>
  [
    ['window', window],
    ['document', document],
    ['html', document.documentElement],
    ['body', document.body],
  ].map(([name, target]) => {
    const targetObject = typeof target === 'object' ? target : {};
    return {
      name: String(name),
      target: targetObject,
      handlers: new Map(
        handlerNames(targetObject).map((handlerName) => [handlerName, Reflect.get(targetObject, handlerName)]),
      ),
    };
  });

// React assigns an empty event handler to the containers of portals, so an empty handler isn't reported.
const isEmptyFunction = (value: unknown): boolean => typeof value === 'function' && /\{\s*\}$/.test(String(value));

const changedHandlers = (targets: readonly HandlerTarget[]) =>
  targets.flatMap(({ name, target, handlers }) =>
    [...handlers]
      .filter(
        ([handler, value]) => Reflect.get(target, handler) !== value && !isEmptyFunction(Reflect.get(target, handler)),
      )
      .map(([handler, value]) => ({
        description: `the listener ${handler} on ${name}`,
        undo: () => void Reflect.set(target, handler, value),
      })),
  );

const problemsOf = (kind: Problem['kind'], texts: readonly string[]): Problem[] =>
  texts.map((resourceName) => ({ kind, description: resourceName }));

const readBrowserState = (stores: readonly string[]) => {
  const storages = [
    ['localStorage', localStorage, entriesOf(localStorage)],
    ['sessionStorage', sessionStorage, entriesOf(sessionStorage)],
  ] as const;
  const { cookie } = document;
  const initialHistory = { length: history.length, href: location.href, state: JSON.stringify(history.state) };

  const storageChanges = (): string[] => [
    ...storages.flatMap(([name, storage, initialEntries]) => {
      const [entriesBefore, currentEntries] = [new Map(initialEntries), new Map(entriesOf(storage))];
      const allStorageKeys = new Set([...entriesBefore.keys(), ...currentEntries.keys()]);
      return [...allStorageKeys]
        .filter((key) => entriesBefore.get(key) !== currentEntries.get(key) && !stores.includes(key))
        .map((key) => `it writes ${key} to ${name} by being mounted`);
    }),
    ...(document.cookie === cookie ? [] : [`it writes a cookie by being mounted: ${document.cookie}`]),
  ];
  const navigationChanges = (): string[] => [
    ...(history.length === initialHistory.length ? [] : ['it adds a history entry by being mounted']),
    ...(location.href === initialHistory.href ? [] : [`it changes the address by being mounted: ${location.href}`]),
    ...(JSON.stringify(history.state) === initialHistory.state
      ? []
      : ['it changes the state of the history by being mounted']),
  ];
  return {
    problems: (): Problem[] => [
      ...problemsOf('storage', storageChanges()),
      ...problemsOf('history', navigationChanges()),
    ],
    restore() {
      for (const [, storage, before] of storages) {
        storage.clear();
        for (const [key, value] of before) storage.setItem(key, value);
      }
      for (const name of document.cookie.split(';').map((cookiePair) => cookiePair.split('=')[0] ?? ''))
        if (!cookie.includes(name)) document.cookie = `${name}=; max-age=0`;
      if (navigationChanges().length > 0)
        history.replaceState(JSON.parse(initialHistory.state), '', initialHistory.href);
    },
  };
};

/** Snapshot of the page before a screen is mounted; its functions compare the page with the snapshot. */
interface PageState {
  /** Returns forbidden changes while the screen is mounted: styles of the whole page, storage, history. */
  problemsWhileShown(): Problem[];
  /** Returns changes that are left after a screen has unmounted. */
  problemsAfterUnmount(): Problem[];
  /** Restores the page, so that the next scenario isn't blamed for the changes of this one. */
  restore(): void;
}

/** Takes a snapshot of the page outside of screens. `stores` are the storage keys that may change. */
export const readPage = (stores: readonly string[]): PageState => {
  const initialAttributesByElement = attributedElements().map(
    (element) =>
      [element, new Map(element.getAttributeNames().map((name) => [name, element.getAttribute(name) ?? '']))] as const,
  );
  const initialAttributes = new Set(attributedElements().flatMap(attributesOf));
  const initialElements = new Set(nonPackageElements());
  const initialSheets = new Set(addedSheets());
  const initialAdoptedSheets = [...adoptedSheets()];
  const initialForeignStyles = new Set(foreignStyles());
  const handlers = readHandlers();
  const browserState = readBrowserState(stores);

  const newAdoptedSheetProblems = (): Problem[] =>
    adoptedSheets()
      .filter((sheet) => !initialAdoptedSheets.includes(sheet))
      .map(() => ({ kind: 'adoptedStyle', description: 'the document adopts a style sheet of it' }));
  const changedAttributes = (): string[] => {
    const currentAttributes = attributedElements().flatMap(attributesOf);
    return [
      ...currentAttributes.filter((text) => !initialAttributes.has(text)).map((text) => `it leaves ${text}`),
      ...[...initialAttributes]
        .filter((text) => !currentAttributes.includes(text))
        .map((text) => `it takes ${text} away`),
    ];
  };
  const newElements = (): Element[] => nonPackageElements().filter((element) => !initialElements.has(element));
  const newSheets = (): Element[] => addedSheets().filter((sheet) => !initialSheets.has(sheet));

  return {
    // styled-components never removes its rules, so each foreign rule is reported only once.
    problemsWhileShown: () => [
      ...newAdoptedSheetProblems(),
      ...browserState.problems(),
      ...problemsOf(
        'ownStyle',
        foreignStyles()
          .filter((text) => !initialForeignStyles.has(text))
          .map((text) => `it brings ${text}`),
      ),
    ],
    problemsAfterUnmount: () => [
      ...newAdoptedSheetProblems(),
      ...browserState.problems(),
      ...problemsOf('attributes', changedAttributes()),
      ...problemsOf(
        'nodeLeft',
        newElements().map(
          (element) => `it leaves ${nameOfNode(element)} in ${element.parentElement?.localName ?? 'the page'}`,
        ),
      ),
      ...problemsOf(
        'styleLeft',
        newSheets().map(
          (sheet) => `it leaves ${sheetDescription(sheet)} in ${sheet.closest('head') === null ? 'the page' : 'head'}`,
        ),
      ),
      ...problemsOf(
        'listener',
        changedHandlers(handlers).map(({ description }) => `it leaves ${description}`),
      ),
    ],
    restore() {
      for (const element of [...newElements(), ...newSheets()]) element.remove();
      for (const { undo } of changedHandlers(handlers)) undo();
      if (newAdoptedSheetProblems().length > 0) Reflect.set(document, 'adoptedStyleSheets', initialAdoptedSheets);
      if (changedAttributes().length > 0)
        for (const [element, initialValues] of initialAttributesByElement) {
          for (const name of element.getAttributeNames()) if (!initialValues.has(name)) element.removeAttribute(name);
          for (const [name, value] of initialValues) element.setAttribute(name, value);
        }
      browserState.restore();
    },
  };
};
