import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * V8's coverage of one script (`Profiler.ScriptCoverage`): its functions, the outermost range first, with their call
 * counts.
 */
export interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  }[];
}

/** Folders of a product that is built for tracing. */
export interface TracedProduct {
  /** Folder from which the product runs: `<package>/dist` for each package. */
  readonly folder: string;
  /** Checkout from which the product was built. */
  readonly root: string;
}

/** Script that a bundler wrote: its package, and its file on the disk. */
interface BuiltScript {
  readonly packageName: string;
  readonly file: string;
}

const SERVED_SCRIPT_URL = /^https?:\/\/[^/]+\/(assets|partner|releases|moderation|remotes\/([^/]+))\/([^/?]+\.js)$/;
/** Folders of the pages that run without the shell, by the first part of the URL paths of their scripts. */
const PAGE_FOLDER_BY_PATH = new Map([
  ['partner', 'mf-ordering/partner-console'],
  ['releases', 'shell/release-console'],
  ['moderation', 'mf-social/moderation-console'],
]);
// Path of a script that a build of the product wrote. Scripts of third-party packages are excluded, although many lie
// in a folder `dist`, too.
const BUILT_SCRIPT_PATH = /^(?!.*\bnode_modules\/)(.+)\/dist\/[^/]+$/;

/**
 * Path of a remote's entry script. The release's name is written into this script after the build, so a source map
 * would no longer fit. Of the product's code, the script contains only the remote's declaration.
 */
const REMOTE_ENTRY_PATTERN = /\/remoteEntry\.[^/]+\.js$/;
const DECLARATION_SOURCE = 'src/remote.ts';

const isProductSource = (path: string): boolean =>
  /\.(?:[cm]?js|tsx?)$/.test(path) &&
  !/^\.\.\/|(?:^|\/)(?:node_modules|dist|e2e)\/|\.(?:test|spec|stories|scenarios)\.|fixtures|testing/.test(path);

/**
 * Returns the built script behind a URL of the browser or a file URL of the gateway; null for a script that doesn't
 * belong to the product.
 */
const builtScriptOf = (url: string, folder: string): BuiltScript | null => {
  const servedUrlMatch = SERVED_SCRIPT_URL.exec(url);
  if (servedUrlMatch !== null) {
    const [, baseFolder = '', remoteName = 'shell', scriptName = ''] = servedUrlMatch;
    const packageName = PAGE_FOLDER_BY_PATH.get(baseFolder) ?? remoteName;
    return { packageName, file: join(folder, packageName, 'dist', scriptName) };
  }
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  const packageName = BUILT_SCRIPT_PATH.exec(relative(folder, file))?.[1];
  return packageName === undefined ? null : { packageName, file };
};

// Source maps of esbuild name sources relative to the script's folder, those of webpack relative to the package's
// folder.
const sourcePathOf = (source: string, packageName: string): string =>
  source.startsWith('webpack://')
    ? join(packageName, source.replace(/^webpack:\/\/[^/]*\//, '').replace(/\?[^?]*$/, ''))
    : join(packageName, 'dist', source);

const lineStartsOf = (scriptText: string): readonly number[] => [
  0,
  ...[...scriptText.matchAll(/\n/g)].map(({ index }) => index + 1),
];

const lineIndexAt = (lineStarts: readonly number[], offset: number): number => {
  let [lowIndex, highIndex] = [0, lineStarts.length];
  while (highIndex - lowIndex > 1) {
    const middleIndex = (lowIndex + highIndex) >> 1;
    if ((lineStarts[middleIndex] ?? Infinity) <= offset) lowIndex = middleIndex;
    else highIndex = middleIndex;
  }
  return lowIndex;
};

/**
 * Returns a function that finds the source file for an offset in the script; null for a line that the bundler itself
 * wrote.
 */
const createSourceFinder = ({ packageName, file }: BuiltScript): ((offset: number) => string | null) => {
  const lineStarts = lineStartsOf(readFileSync(file, 'utf8'));
  const sourceMap = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  return (offset) => {
    const lineIndex = lineIndexAt(lineStarts, offset);
    const mapEntry = sourceMap.findEntry(lineIndex, offset - (lineStarts[lineIndex] ?? 0));
    // `findEntry` returns an entry of an earlier line if this line has no entry.
    if (
      !('originalSource' in mapEntry) ||
      typeof mapEntry.originalSource !== 'string' ||
      mapEntry.generatedLine !== lineIndex
    )
      return null;
    return sourcePathOf(mapEntry.originalSource, packageName);
  };
};

// Two functions evaluate modules: the script as a whole, and the function by which esbuild evaluates one module later,
// which is named by the module's path.
const isModuleEvaluation = ({ functionName, ranges: [functionRange] }: ScriptCoverage['functions'][number]): boolean =>
  (functionName === '' && functionRange?.startOffset === 0) || /\.[cm]?[jt]sx?$/.test(functionName);

/** Finds the product's source files of which at least one function ran. Each built script is read only once. */
export const createExecutedFilesFinder = ({
  folder,
  root,
}: TracedProduct): ((scripts: readonly ScriptCoverage[]) => ReadonlySet<string>) => {
  const sourceFinderByFile = new Map<string, ReturnType<typeof createSourceFinder>>();

  const sourceFinderOf = (builtScript: BuiltScript): ReturnType<typeof createSourceFinder> => {
    const sourceFinder = sourceFinderByFile.get(builtScript.file) ?? createSourceFinder(builtScript);
    sourceFinderByFile.set(builtScript.file, sourceFinder);
    return sourceFinder;
  };

  const executedSourcesOf = ({ url, functions }: ScriptCoverage): readonly string[] => {
    const builtScript = builtScriptOf(url, folder);
    if (builtScript === null) return [];
    const executedFunctions = functions.filter(
      (functionCoverage) => !isModuleEvaluation(functionCoverage) && (functionCoverage.ranges[0]?.count ?? 0) > 0,
    );
    if (REMOTE_ENTRY_PATTERN.test(builtScript.file))
      return executedFunctions.length === 0 ? [] : [join(builtScript.packageName, DECLARATION_SOURCE)];
    if (!existsSync(`${builtScript.file}.map`))
      throw new Error(
        `${builtScript.file} was built without a source map: shared-ui/build of ${root} must know TRACED_BUILD`,
      );
    const findSourceAt = sourceFinderOf(builtScript);
    return executedFunctions
      .map(({ ranges: [functionRange] }) => findSourceAt(functionRange?.startOffset ?? 0))
      .filter((path): path is string => path !== null && isProductSource(path) && existsSync(resolve(root, path)));
  };

  return (scripts) => new Set(scripts.flatMap(executedSourcesOf));
};
