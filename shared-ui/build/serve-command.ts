import type { ServerResponse } from 'node:http';
import webpack from 'webpack';
import type { Configuration as ServerConfiguration } from 'webpack-dev-server';
import WebpackDevServer from 'webpack-dev-server';
import { ALONE_POLICY, defineAlone } from './define-alone';
import type { WorkspacePackage } from './workspace-package';

/** How a remote is served alone. */
export interface ServeOptions {
  /** `dev` exchanges modules in the open page, `preview` serves the production build from dist/alone. */
  readonly as: 'dev' | 'preview';
  readonly port: number;
  /** Origin of a real gateway that answers /api and /live instead of the scenarios; null for none. */
  readonly gateway: string | null;
}

const proxyTo = (gateway: string): ServerConfiguration['proxy'] => [
  { context: ['/api'], target: gateway, changeOrigin: true },
  { context: ['/live'], target: gateway, changeOrigin: true, ws: true },
];

// Pictures that only a gateway draws: nothing, rather than a refusal that the browser complains of.
const withoutGateway: ServerConfiguration['setupMiddlewares'] = (middlewares) => [
  { name: 'api-without-gateway', path: '/api', middleware: (_request: unknown, response: ServerResponse) => void response.writeHead(204).end() },
  ...middlewares,
];

const serverOptions = ({ as, port, gateway }: ServeOptions): ServerConfiguration => ({
  host: '127.0.0.1',
  port,
  hot: as === 'dev',
  liveReload: false,
  client: as === 'dev' ? {} : false,
  static: false,
  historyApiFallback: true,
  headers: { 'Content-Security-Policy': ALONE_POLICY, 'Cache-Control': 'no-store' },
  devMiddleware: { writeToDisk: as === 'preview' },
  ...(gateway === null ? { setupMiddlewares: withoutGateway } : { proxy: proxyTo(gateway) }),
});

/** Serves the remote alone until the process ends. Resolves with the server once it listens. */
export const serveAlone = async (pkg: WorkspacePackage, options: ServeOptions): Promise<WebpackDevServer> => {
  if (pkg.kind !== 'remote') throw new Error('Only remotes run alone; the shell is served by the gateway (npm start).');
  const compiler = webpack(defineAlone(pkg, options.as === 'dev' ? 'development' : 'production'));
  if (compiler === null) throw new Error('webpack refused the configuration');
  const server = new WebpackDevServer(serverOptions(options), compiler);
  await server.start();
  return server;
};
