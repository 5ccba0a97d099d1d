interface CallSite {
  getFileName(): string | null | undefined;
}

const MAX_CALL_SITES = 30;

/**
 * Returns the files of the running functions, the innermost first. It doesn't map them to their sources, because this
 * would take most of a scenario's time.
 */
export const readCallingFiles = (maxCallSites = MAX_CALL_SITES): readonly string[] => {
  const callingFiles: string[] = [];
  const originalErrorSettings = {
    prepareStackTrace: Reflect.get(Error, 'prepareStackTrace'),
    stackTraceLimit: Reflect.get(Error, 'stackTraceLimit'),
  };
  Object.assign(Error, {
    stackTraceLimit: maxCallSites,
    prepareStackTrace: (_error: unknown, callSites: readonly CallSite[]) => {
      callingFiles.push(...callSites.map((callSite) => callSite.getFileName() ?? ''));
      return '';
    },
  });
  void new Error('caller').stack;
  Object.assign(Error, originalErrorSettings);
  return callingFiles;
};

/** Whether a file belongs to an npm package. */
export const isPackageFile = (file: string): boolean => file.includes('/node_modules/');

/** Replaces functions of the page; returns a function that restores them. */
export const replaceProperties = (target: object, replacements: Readonly<Record<string, unknown>>): (() => void) => {
  const originalProperties = Object.keys(replacements).map(
    (propertyName) => [propertyName, Object.getOwnPropertyDescriptor(target, propertyName)] as const,
  );
  for (const [name, replacementValue] of Object.entries(replacements))
    Object.defineProperty(target, name, {
      value: replacementValue,
      configurable: true,
      writable: true,
      enumerable: true,
    });
  return () => {
    for (const [name, descriptor] of originalProperties) {
      if (descriptor === undefined) Reflect.deleteProperty(target, name);
      else Object.defineProperty(target, name, descriptor);
    }
  };
};
