import type { Problem } from './finding';
import { describeForeignStyles, describeSheet, readAddedSheets } from './foreign-styles';

// Returns the attributes of an element as texts. An empty style attribute counts as a missing one, because scroll locks
// leave it behind.
const attributeTextsOf = (element: Element): string[] =>
  element
    .getAttributeNames()
    .filter((name) => element.getAttribute(name) !== '')
    .map((name) => `${name}="${element.getAttribute(name) ?? ''}" on ${element.localName}`);

const readAttributedElements = (): Element[] => [document.documentElement, document.head, document.body];

const storageEntriesOf = (storage: Storage): [string, string][] =>
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

const readNonPackageElements = (): Element[] =>
  [...document.documentElement.children, ...document.head.children, ...document.body.children].filter(
    (element) => !isPackageElement(element),
  );

const readAdoptedSheets = (): readonly unknown[] => {
  const adoptedStyleSheets: unknown = Reflect.get(document, 'adoptedStyleSheets');
  return Array.isArray(adoptedStyleSheets) ? adoptedStyleSheets : [];
};

const nodeDescriptionOf = (element: Element): string =>
  `<${element.localName}${element.id === '' ? '' : ` id="${element.id}"`}${element.className === '' ? '' : ` class="${element.getAttribute('class') ?? ''}"`}>`;

const readHandlerNames = (target: object): string[] => {
  const handlerPropertyNames: string[] = [];
  for (const name in target) if (name.startsWith('on')) handlerPropertyNames.push(name);
  return handlerPropertyNames;
};

interface ObservedTarget {
  readonly name: string;
  readonly target: object;
  readonly handlers: ReadonlyMap<string, unknown>;
}

const readHandlers = (): ObservedTarget[] =>
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
        readHandlerNames(targetObject).map((handlerName) => [handlerName, Reflect.get(targetObject, handlerName)]),
      ),
    };
  });

// Returns whether a value is an empty function. React assigns an empty event handler to the containers of portals, so
// it isn't reported.
const isEmptyFunction = (value: unknown): boolean => typeof value === 'function' && /\{\s*\}$/.test(String(value));

const readChangedHandlers = (observedTargets: readonly ObservedTarget[]) =>
  observedTargets.flatMap(({ name, target, handlers }) =>
    [...handlers]
      .filter(
        ([handlerName, value]) =>
          Reflect.get(target, handlerName) !== value && !isEmptyFunction(Reflect.get(target, handlerName)),
      )
      .map(([handler, value]) => ({
        description: `the listener ${handler} on ${name}`,
        undo: () => void Reflect.set(target, handler, value),
      })),
  );

const problemsOf = (kind: Problem['kind'], descriptions: readonly string[]): Problem[] =>
  descriptions.map((problemDescription) => ({ kind, description: problemDescription }));

const readBrowserState = (allowedStorageKeys: readonly string[]) => {
  const storages = [
    ['localStorage', localStorage, storageEntriesOf(localStorage)],
    ['sessionStorage', sessionStorage, storageEntriesOf(sessionStorage)],
  ] as const;
  const { cookie } = document;
  const initialHistory = { length: history.length, href: location.href, state: JSON.stringify(history.state) };

  const describeStorageChanges = (): string[] => [
    ...storages.flatMap(([name, storage, initialEntries]) => {
      const [initialValueByKey, currentValueByKey] = [new Map(initialEntries), new Map(storageEntriesOf(storage))];
      const allStorageKeys = new Set([...initialValueByKey.keys(), ...currentValueByKey.keys()]);
      return [...allStorageKeys]
        .filter((key) => initialValueByKey.get(key) !== currentValueByKey.get(key) && !allowedStorageKeys.includes(key))
        .map((key) => `it writes ${key} to ${name} by being mounted`);
    }),
    ...(document.cookie === cookie ? [] : [`it writes a cookie by being mounted: ${document.cookie}`]),
  ];
  const describeNavigationChanges = (): string[] => [
    ...(history.length === initialHistory.length ? [] : ['it adds a history entry by being mounted']),
    ...(location.href === initialHistory.href ? [] : [`it changes the address by being mounted: ${location.href}`]),
    ...(JSON.stringify(history.state) === initialHistory.state
      ? []
      : ['it changes the state of the history by being mounted']),
  ];
  return {
    problems: (): Problem[] => [
      ...problemsOf('storage', describeStorageChanges()),
      ...problemsOf('history', describeNavigationChanges()),
    ],
    restore() {
      for (const [, storage, storedEntries] of storages) {
        storage.clear();
        for (const [key, value] of storedEntries) storage.setItem(key, value);
      }
      for (const name of document.cookie.split(';').map((cookiePair) => cookiePair.split('=')[0] ?? ''))
        if (!cookie.includes(name)) document.cookie = `${name}=; max-age=0`;
      if (describeNavigationChanges().length > 0)
        history.replaceState(JSON.parse(initialHistory.state), '', initialHistory.href);
    },
  };
};

/** Snapshot of the page before a screen is mounted; its functions compare the page with the snapshot. */
interface PageState {
  /** Returns changes that are forbidden while the screen is mounted: styles of the whole page, storage, history. */
  problemsWhileShown(): Problem[];
  /** Returns changes that are left after a screen has unmounted. */
  problemsAfterUnmount(): Problem[];
  /** Restores the page, so that the changes of this scenario aren't reported for the next one. */
  restore(): void;
}

/** Takes a snapshot of the page outside of screens. `allowedStorageKeys` are the storage keys that may change. */
export const readPage = (allowedStorageKeys: readonly string[]): PageState => {
  const initialAttributesByElement = readAttributedElements().map(
    (element) =>
      [element, new Map(element.getAttributeNames().map((name) => [name, element.getAttribute(name) ?? '']))] as const,
  );
  const initialAttributes = new Set(readAttributedElements().flatMap(attributeTextsOf));
  const initialElements = new Set(readNonPackageElements());
  const initialSheets = new Set(readAddedSheets());
  const initialAdoptedSheets = [...readAdoptedSheets()];
  const initialForeignStyles = new Set(describeForeignStyles());
  const handlers = readHandlers();
  const browserState = readBrowserState(allowedStorageKeys);

  const newAdoptedSheetProblems = (): Problem[] =>
    readAdoptedSheets()
      .filter((adoptedSheet) => !initialAdoptedSheets.includes(adoptedSheet))
      .map(() => ({ kind: 'adoptedStyle', description: 'the document adopts a style sheet of it' }));
  const describeChangedAttributes = (): string[] => {
    const currentAttributes = readAttributedElements().flatMap(attributeTextsOf);
    return [
      ...currentAttributes
        .filter((attributeText) => !initialAttributes.has(attributeText))
        .map((text) => `it leaves ${text}`),
      ...[...initialAttributes]
        .filter((text) => !currentAttributes.includes(text))
        .map((text) => `it takes ${text} away`),
    ];
  };
  const readNewElements = (): Element[] => readNonPackageElements().filter((element) => !initialElements.has(element));
  const readNewSheets = (): Element[] => readAddedSheets().filter((sheet) => !initialSheets.has(sheet));

  return {
    // styled-components never removes its rules, so each foreign rule is reported only once.
    problemsWhileShown: () => [
      ...newAdoptedSheetProblems(),
      ...browserState.problems(),
      ...problemsOf(
        'ownStyle',
        describeForeignStyles()
          .filter((text) => !initialForeignStyles.has(text))
          .map((text) => `it brings ${text}`),
      ),
    ],
    problemsAfterUnmount: () => [
      ...newAdoptedSheetProblems(),
      ...browserState.problems(),
      ...problemsOf('attributes', describeChangedAttributes()),
      ...problemsOf(
        'nodeLeft',
        readNewElements().map(
          (element) => `it leaves ${nodeDescriptionOf(element)} in ${element.parentElement?.localName ?? 'the page'}`,
        ),
      ),
      ...problemsOf(
        'styleLeft',
        readNewSheets().map(
          (sheet) => `it leaves ${describeSheet(sheet)} in ${sheet.closest('head') === null ? 'the page' : 'head'}`,
        ),
      ),
      ...problemsOf(
        'listener',
        readChangedHandlers(handlers).map(({ description }) => `it leaves ${description}`),
      ),
    ],
    restore() {
      for (const element of [...readNewElements(), ...readNewSheets()]) element.remove();
      for (const { undo } of readChangedHandlers(handlers)) undo();
      if (newAdoptedSheetProblems().length > 0) Reflect.set(document, 'adoptedStyleSheets', initialAdoptedSheets);
      if (describeChangedAttributes().length > 0)
        for (const [element, initialValues] of initialAttributesByElement) {
          for (const name of element.getAttributeNames()) if (!initialValues.has(name)) element.removeAttribute(name);
          for (const [name, value] of initialValues) element.setAttribute(name, value);
        }
      browserState.restore();
    },
  };
};
