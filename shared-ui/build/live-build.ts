import { mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import webpack from 'webpack';
import type { Compiler, Stats } from 'webpack';
import { describeRemote } from './describe-build';
import type { RemoteRelease } from './describe-build';
import { defineLiveRemote } from './federation-config';
import { readDeclaration } from './read-declaration';
import { finishFiles } from './release-files';
import { globalNameOf } from './release-name';
import { readSharedVersions, sharedPackagesOf } from './shared-policy';
import { readCommit } from './workspace-package';
import type { WorkspacePackage } from './workspace-package';

/** URL path at which a gateway (`overrides/dev-server-reader.ts`) reads the manifest of the current build. */
const MANIFEST_PATH = '/release.json';

/** Name of the URL, beside the remote's scripts, from which pages receive a line for each new build. */
const BUILDS_NAME = 'builds';

/**
 * Name of the browser event by which an edited remote tells the shell that it has replaced its modules, or could not.
 */
const EDIT_EVENT = 'mahlzeit-remote-edited';

/**
 * Source of the exposed module. The module exports the remote's declaration and receives a line for each new build; it
 * then replaces the modules that an edit has changed. The scripts of such an update come from the shell's script
 * factory, like all others (ADR 9).
 */
const createExposedSource = (pkg: WorkspacePackage): string => {
  const declarationPath = JSON.stringify(join(pkg.dir, 'src/remote.ts'));
  const codeLines = [
    `import declaration from ${declarationPath};`,
    'export { declaration as default };',
    'const hot = import.meta.webpackHot;',
    `const tell = (isApplied) => window.dispatchEvent(new CustomEvent('${EDIT_EVENT}', { detail: { name: ${JSON.stringify(pkg.name)}, isApplied } }));`,
    // The whole expression is repeated here, because webpack recognises only this expression, not a variable with its
    // value.
    `import.meta.webpackHot.accept(${declarationPath});`,
    `const builds = new EventSource(__webpack_public_path__ + '${BUILDS_NAME}');`,
    'let latest = __webpack_hash__;',
    'const update = async () => {',
    "  if (latest === __webpack_hash__ || hot.status() !== 'idle') return;",
    '  try {',
    '    tell((await hot.check(true)) !== null);',
    '  } catch (error) {',
    "    console.warn('The edit needs a reload:', error);",
    '    tell(false);',
    '  }',
    '  await update();',
    '};',
    "builds.addEventListener('message', ({ data }) => { latest = data; void update(); });",
  ];
  return `data:text/javascript,${encodeURIComponent(codeLines.join('\n'))}`;
};

/** Finished build of the remote, as pages load it. */
interface FinishedLiveBuild {
  readonly hash: string;
  readonly manifest: RemoteRelease;
}

const FILE_NAME_PATTERN = /^[A-Za-z0-9_-][A-Za-z0-9._-]*\.([a-z0-9]+)$/;

const contentTypeByExtension: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  woff2: 'font/woff2',
};

const isLoopback = (origin: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);

const isUpdate = (assetName: string): boolean => assetName.includes('.hot-update.');

/** Build of a remote that runs inside the whole product. It exists beside the page that runs the remote alone. */
export interface LiveBuild {
  /** Answers requests for the manifest, for scripts and for the stream of new builds; passes all other requests on. */
  readonly middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close(): Promise<void>;
}

interface LiveBuildDeps {
  readonly pkg: WorkspacePackage;
  /** Origin of a gateway on another machine whose pages may load the scripts; null for none. */
  readonly gateway: string | null;
  /** Prints a line for the developer. */
  readonly print: (line: string) => void;
}

/**
 * Creates the build of a remote for the whole product. It starts with the first request, because most developers run a
 * remote alone and don't need this second build. Pages of this machine and of `gateway` may load its scripts.
 */
export const createLiveBuild = ({ pkg, gateway, print }: LiveBuildDeps): LiveBuild => {
  const folder = join(pkg.dir, '.cache/live');
  const followers = new Set<ServerResponse>();
  let compiler: Compiler | null = null;
  let whenBuilt: Promise<FinishedLiveBuild> | null = null;

  const describeBuild = async ({ compilation, hash = '' }: Stats): Promise<FinishedLiveBuild> => {
    const assetNames = compilation.getAssets().flatMap(({ name }) => (isUpdate(name) ? [] : [name]));
    const manifest = describeRemote(
      {
        pkg,
        mode: 'development',
        compilation,
        files: await finishFiles(folder, assetNames, 'development'),
        prerender: null,
        worker: null,
        sharedPackages: sharedPackagesOf(readSharedVersions(pkg.root)),
        commit: readCommit(pkg.root),
      },
      await readDeclaration(pkg.dir),
    );
    return { hash, manifest: { ...manifest, globalName: globalNameOf(pkg) } };
  };

  const tellFollowers = ({ hash }: FinishedLiveBuild): void => {
    for (const follower of followers) follower.write(`data: ${hash}\n\n`);
  };

  const startBuilding = (): Promise<FinishedLiveBuild> => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    print(`${pkg.name}: wird für die ganze Seite gebaut …`);
    const startedCompiler = webpack(defineLiveRemote(pkg, folder, createExposedSource(pkg)));
    if (startedCompiler === null) throw new Error('Webpack refused the configuration');
    compiler = startedCompiler;
    return new Promise((resolve) => {
      startedCompiler.watch({ aggregateTimeout: 100 }, (failure, stats) => {
        if (failure) throw failure;
        if (stats === undefined || stats.hasErrors())
          return print(stats?.toString({ preset: 'errors-warnings', colors: false }) ?? 'webpack answered nothing');
        const build = describeBuild(stats);
        whenBuilt = build;
        void build.then(
          (finishedBuild) => {
            resolve(finishedBuild);
            tellFollowers(finishedBuild);
          },
          (error: unknown) => print(String(error)),
        );
      });
    });
  };

  const presentBuild = (): Promise<FinishedLiveBuild> => (whenBuilt ??= startBuilding());

  const sendManifest = async (response: ServerResponse): Promise<void> => {
    const { manifest } = await presentBuild();
    response.setHeader('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(manifest));
  };

  const sendBuilds = async (response: ServerResponse): Promise<void> => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    followers.add(response);
    response.on('close', () => followers.delete(response));
    // The hash of the current build is sent first, so that a page that was loaded before an edit learns of the newer
    // build.
    response.write(`data: ${(await presentBuild()).hash}\n\n`);
  };

  const sendFile = async (response: ServerResponse, name: string): Promise<void> => {
    const contentType = contentTypeByExtension[FILE_NAME_PATTERN.exec(name)?.[1] ?? ''];
    const content = contentType === undefined ? null : await readFile(join(folder, name)).catch(() => null);
    if (contentType === undefined || content === null) return void response.writeHead(404).end();
    response.setHeader('Content-Type', contentType).end(content);
  };

  const answerOf = (path: string): ((response: ServerResponse) => Promise<void>) | null => {
    const filesPath = `/remotes/${pkg.name}/`;
    if (path === MANIFEST_PATH) return sendManifest;
    if (!path.startsWith(filesPath)) return null;
    const name = path.slice(filesPath.length);
    return name === BUILDS_NAME ? sendBuilds : (response) => sendFile(response, name);
  };

  const isAllowedPage = (origin: string): boolean => origin === gateway || (URL.canParse(origin) && isLoopback(origin));

  return {
    middleware({ url = '/', headers: { origin } }, response, next) {
      const sendAnswer = answerOf(new URL(url, 'http://localhost').pathname);
      if (sendAnswer === null) return next();
      response.setHeader('Cache-Control', 'no-store').setHeader('Vary', 'Origin');
      if (origin !== undefined && isAllowedPage(origin)) response.setHeader('Access-Control-Allow-Origin', origin);
      sendAnswer(response).catch((error: unknown) => {
        print(String(error));
        response.destroy();
      });
    },
    async close() {
      for (const follower of followers) follower.end();
      await new Promise<void>((resolve) => {
        if (compiler === null) resolve();
        else compiler.close(() => resolve());
      });
    },
  };
};
