import {
  ErrorBody,
  err,
  getRelease,
  getReleaseAudit,
  getReleaseDiff,
  getReleaseHealth,
  getReleases,
  getRemoteReleases,
  ok,
  pathOf,
  pinRelease,
  promoteRelease,
  publishRelease,
  ReleaseProblemDetails,
  rollBackRelease,
  unpinRelease,
} from '@mahlzeit/contract';
import type { PathParts, Route, Schema } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { ReleaseClientError, ReleaseResult, ReleaseClient } from './release-client';

interface HttpReleaseClientDeps {
  /** URL of the gateway, without a path. */
  readonly gatewayUrl: string;
  /** Access token of the remote's team; it begins with `mzr_`. */
  readonly token: string;
  readonly fetch: typeof fetch;
}

/**
 * Maximum number of milliseconds to wait for a response. The upload of 32 megabytes over a slow connection takes
 * minutes.
 */
const REQUEST_TIMEOUT_MS = 300_000;

const unreadable = (message: string): ReleaseClientError => ({ code: 'unreachable', message, problems: [] });

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The response is no JSON, because a proxy has answered instead of the gateway. The schema refuses the missing
    // value.
    return undefined;
  }
};

const errorOf = (status: number, answer: unknown): ReleaseClientError => {
  const errorBody = ErrorBody.safeParse(answer);
  if (!errorBody.success) return unreadable(`HTTP ${status}`);
  const { code, message, details } = errorBody.data;
  return { code, message, problems: ReleaseProblemDetails.safeParse(details).data?.problems ?? [] };
};

/** Creates the release client that calls the gateway over HTTP, for example in the CI of a team. */
export const createHttpReleaseClient = ({
  gatewayUrl,
  token,
  fetch: fetchUrl,
}: HttpReleaseClientDeps): ReleaseClient => {
  const sendRequest = (route: Route, path: string, body: Uint8Array | object | undefined): Promise<Response> => {
    const isFile = body instanceof Uint8Array;
    return fetchUrl(new URL(path, gatewayUrl), {
      method: route.method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': isFile ? 'application/gzip' : 'application/json',
      },
      ...(body === undefined ? {} : { body: isFile ? Buffer.from(body) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  };

  const call = async <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
    route: Route<P, Q, B, A>,
    { body, ...pathParts }: PathParts<Route<P, Q, B, A>> & { readonly body?: Uint8Array | object },
  ): Promise<ReleaseResult<z.output<A>>> => {
    try {
      const response = await sendRequest(route, pathOf(route, pathParts), body);
      const answer = parseJson(await response.text());
      if (!response.ok) return err(errorOf(response.status, answer));
      const parsedAnswer = z.safeParse(route.answer, answer);
      return parsedAnswer.success ? ok(parsedAnswer.data) : err(unreadable(z.prettifyError(parsedAnswer.error)));
    } catch (fetchError) {
      return err(unreadable(fetchError instanceof Error ? String(fetchError.cause ?? fetchError) : String(fetchError)));
    }
  };

  return {
    publish: (archive, { channel, isDryRun, note }) =>
      call(publishRelease, {
        query: { channel, ...(isDryRun ? { dryRun: '1' } : {}), ...(note === null ? {} : { note }) },
        body: archive,
      }),
    promote: ({ name, isForced, ...body }) =>
      call(promoteRelease, { params: { name }, body: { ...body, force: isForced } }),
    rollBack: (name, version) => call(rollBackRelease, { params: { name }, body: { version } }),
    pin: (name, version) => call(pinRelease, { params: { name }, body: { version } }),
    unpin: (name) => call(unpinRelease, { params: { name }, body: {} }),
    list: (name) => (name === null ? call(getReleases, {}) : call(getRemoteReleases, { params: { name } })),
    find: (name, version) => call(getRelease, { params: { name, version } }),
    compare: (name, from, to) => call(getReleaseDiff, { params: { name }, query: { from, to } }),
    readHealth: (name) => call(getReleaseHealth, { params: { name } }),
    listActs: (name) => call(getReleaseAudit, { params: { name } }),
  };
};
