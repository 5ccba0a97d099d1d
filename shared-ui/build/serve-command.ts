import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';
import type { Compiler, Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import type { Configuration as ServerConfiguration } from 'webpack-dev-server';
import { createBaseConfig } from './base-config';
import type { BuildMode } from './base-config';
import { createLiveBuild } from './live-build';
import type { LiveBuild } from './live-build';
import { findGateway, createProxyTo } from './gateway-proxy';
import type { WorkspacePackage } from './workspace-package';

const LOOPBACK_HOST = '127.0.0.1';
/** Name of the only Trusted Types policy that pages may create, the same as in the product. */
const TRUSTED_TYPES_POLICY_NAME = 'mahlzeit';
/** Nonce of the page that runs a remote alone. Only this machine receives the page, so the nonce needn't be secret. */
const STYLE_NONCE = 'alone';

/**
 * Same Content-Security-Policy as in the product, so that developers notice forbidden code while they write a remote.
 */
const ALONE_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self' ws: wss:",
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "font-src 'self'",
  `style-src 'self' 'nonce-${STYLE_NONCE}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${TRUSTED_TYPES_POLICY_NAME} webpack-dev-server#overlay`,
].join('; ');

/**
 * Returns the HTML of the page that runs a remote alone. `data-gateway` tells the page that the server connects it with
 * a real gateway.
 */
const createPageHtml = (pageTitle: string, hasGateway: boolean): string => `<!doctype html>
<html lang="de"${hasGateway ? ' data-gateway' : ''}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta property="csp-nonce" nonce="${STYLE_NONCE}">
    <link rel="icon" href="data:,">
    <title>${pageTitle}</title>
  </head>
  <body><div id="root"></div></body>
</html>`;

const createEntrySource = (pkg: WorkspacePackage, hasHotReload: boolean): string => {
  const importPath = (relativePath: string): string => JSON.stringify(join(pkg.dir, relativePath));
  const startCodeLines = [
    "import { startAlone } from '@mahlzeit/shared-ui/testing';",
    `import declaration from ${importPath('src/remote.ts')};`,
    `import { scenarios } from ${importPath('src/alone.tsx')};`,
    "const alone = startAlone(declaration, scenarios, document.getElementById('root'));",
  ];
  // Lines of code that accept edits of files which Fast Refresh can't update: it handles only files whose exports are
  // all components. Changed scenarios reload the page.
  const acceptEditsCodeLines = [
    "import { performReactRefresh } from 'react-refresh/runtime';",
    'alone.acceptEdits();',
    `import.meta.webpackHot.accept(${importPath('src/remote.ts')}, () => alone.onEdit(declaration).then(performReactRefresh));`,
  ];
  return [...startCodeLines, ...(hasHotReload ? acceptEditsCodeLines : [])].join('\n');
};

// Options that split the code into several scripts: with one large script, each edit would generate its whole source
// map again.
const HOT_RELOAD_OPTIMIZATION = { runtimeChunk: 'single', splitChunks: { chunks: 'all' } } as const;

/**
 * Returns webpack's configuration of a remote that runs alone: without federation, without other remotes, and with its
 * own copies of all packages.
 */
const defineAlone = (pkg: WorkspacePackage, mode: BuildMode, hasGateway: boolean): Configuration => {
  const isHot = mode === 'development';
  const baseConfiguration = createBaseConfig(pkg, { mode, purpose: 'alone', isHot });
  const hotReloadFileNames = isHot ? { filename: '[name].js', chunkFilename: '[name].js' } : {};
  return {
    ...baseConfiguration,
    entry: { alone: `data:text/javascript,${encodeURIComponent(createEntrySource(pkg, isHot))}` },
    output: {
      ...baseConfiguration.output,
      ...hotReloadFileNames,
      path: join(pkg.dir, 'dist/alone'),
      publicPath: '/',
      uniqueName: `${pkg.name}-alone`,
      trustedTypes: { policyName: TRUSTED_TYPES_POLICY_NAME },
      clean: true,
    },
    optimization: { ...baseConfiguration.optimization, ...(isHot ? HOT_RELOAD_OPTIMIZATION : {}) },
    plugins: [
      ...(baseConfiguration.plugins ?? []),
      ...(isHot ? [new ReactRefreshPlugin({ overlay: false })] : []),
      new HtmlWebpackPlugin({
        templateContent: createPageHtml(`${pkg.name} allein`, hasGateway),
        inject: 'head',
        scriptLoading: 'defer',
      }),
    ],
  };
};

/** Options of the server that runs a remote alone. */
interface ServeOptions {
  /** `dev` replaces changed modules in the open page; `preview` serves the production build from dist/alone. */
  readonly serveMode: 'dev' | 'preview';
  readonly port: number;
  /** Origin of a running gateway that answers /api and /live instead of the scenarios; null for none. */
  readonly gateway: string | null;
}

// Answers API requests if there is no gateway. Requests for pictures get an empty response, because the browser would
// log an error response as an error.
const apiWithoutGateway = {
  name: 'api-without-gateway',
  path: '/api',
  middleware: (_request: unknown, response: ServerResponse) => void response.writeHead(204).end(),
};

type LiveMiddleware = Pick<LiveBuild, 'middleware'> | null;

const createServerOptions = (
  { serveMode, port, gateway }: ServeOptions,
  liveBuild: LiveMiddleware,
): ServerConfiguration => ({
  host: LOOPBACK_HOST,
  port,
  hot: serveMode === 'dev',
  liveReload: false,
  client: serveMode === 'dev' ? {} : false,
  static: false,
  historyApiFallback: true,
  headers: { 'Content-Security-Policy': ALONE_CONTENT_SECURITY_POLICY },
  // File names of a production build contain hashes, so the browser may cache these files. It requests the page itself
  // each time.
  devMiddleware: { writeToDisk: serveMode === 'preview', cacheControl: 'no-store', cacheImmutable: true },
  setupMiddlewares: (middlewares) => [
    ...(liveBuild === null ? [] : [{ name: 'live-build', middleware: liveBuild.middleware }]),
    ...(gateway === null ? [apiWithoutGateway] : []),
    ...middlewares,
  ],
  ...(gateway === null ? {} : { proxy: createProxyTo(gateway, console.error) }),
});

/**
 * Tests whether the port is free by listening on it for a moment. Throws the server's error if another process uses the
 * port.
 */
const probePort = async (port: number): Promise<void> => {
  const server = createServer().listen(port, LOOPBACK_HOST);
  await once(server, 'listening');
  await once(server.close(), 'close');
};

const ensurePortIsFree = async (port: number): Promise<void> => {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('--port braucht eine Zahl von 0 bis 65535.');
  await probePort(port).catch((listenError: unknown) => {
    throw new Error(`Port ${port} ist belegt: Gib mit --port einen anderen an.`, { cause: listenError });
  });
};

/** Range of ports for remotes whose scripts in package.json name no port. */
const DERIVED_PORTS = { first: 4210, count: 90 } as const;

/** Returns the port that is derived from a remote's name, so that the remote's page has the same URL each time. */
export const derivedPortOf = (remoteName: string): number =>
  DERIVED_PORTS.first + (createHash('sha256').update(remoteName).digest().readUInt16BE(0) % DERIVED_PORTS.count);

/**
 * Finds a free port for a remote: the one that is derived from its name, or the next free one. Throws if no port is
 * free.
 */
export const findPortFor = async (remoteName: string): Promise<number> => {
  const offset = derivedPortOf(remoteName) - DERIVED_PORTS.first;
  for (let step = 0; step < DERIVED_PORTS.count; step += 1) {
    const port = DERIVED_PORTS.first + ((offset + step) % DERIVED_PORTS.count);
    const isFree = await probePort(port).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
  throw new Error(`Alle Ports ab ${DERIVED_PORTS.first} sind belegt: Gib mit --port einen anderen an.`);
};

/** Page of a running server, with the function that stops the server. */
export interface ServedPage {
  /** URL of the page with the port on which the server listens. */
  readonly url: string;
  stop(): Promise<void>;
}

const urlOfServer = (server: WebpackDevServer): string => {
  const address = server.server?.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on no port');
  return `http://${LOOPBACK_HOST}:${address.port}/`;
};

/**
 * Starts a server for the compiler's output, beside the remote's build for the whole product. Rejects with a one-line
 * error when the port is used by another process or no gateway responds.
 */
export const serveBuild = async (
  compiler: Compiler,
  serveOptions: ServeOptions,
  startLiveBuild: (gateway: string | null) => LiveBuild | null = () => null,
): Promise<ServedPage> => {
  await ensurePortIsFree(serveOptions.port);
  const gateway = serveOptions.gateway === null ? null : await findGateway(serveOptions.gateway);
  const liveBuild = startLiveBuild(gateway);
  const server = new WebpackDevServer(createServerOptions({ ...serveOptions, gateway }, liveBuild), compiler);
  await server.start();
  return {
    url: `${urlOfServer(server)}${gateway === null ? '' : '?gateway'}`,
    async stop() {
      await liveBuild?.close();
      await server.stop();
    },
  };
};

/** Starts a server that runs the remote alone until the process ends. Resolves when the server is listening. */
export const serveAlone = async (pkg: WorkspacePackage, serveOptions: ServeOptions): Promise<ServedPage> => {
  if (pkg.kind !== 'remote') throw new Error('Only remotes run alone; the shell is served by the gateway (npm start).');
  const compiler = webpack(
    defineAlone(pkg, serveOptions.serveMode === 'dev' ? 'development' : 'production', serveOptions.gateway !== null),
  );
  if (compiler === null) throw new Error('Webpack refused the configuration');
  return serveBuild(compiler, serveOptions, (gateway) =>
    serveOptions.serveMode === 'dev' ? createLiveBuild({ pkg, gateway, print: console.log }) : null,
  );
};
