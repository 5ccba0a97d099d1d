import type { Problem } from './finding';
import { isPackageFile, readCallingFiles, replaceProperties } from './replaced-functions';

/** Calls of browser functions that a remote makes without the platform while a scenario is shown. */
interface OutsideCalls {
  problems(): readonly Problem[];
  restore(): void;
}

// Matches files that make such calls for remotes: those of the platform and of the hosts of scenarios. The test remotes
// in this folder don't match.
const PLATFORM_FILE_PATTERN = /\/shared-ui\/src\/(platform|ui|testing\/(?!conformance\/))/;
const WATCHER_FILE_PATTERN = /\/conformance\/(outside-calls|replaced-functions)\./;

/**
 * Returns whether the platform has made the call. A call by a package that no file of the product has called counts as
 * the remote's.
 */
const isCalledByPlatform = (): boolean => {
  const callerFile = readCallingFiles().find((file) => !isPackageFile(file) && !WATCHER_FILE_PATTERN.test(file));
  return callerFile !== undefined && PLATFORM_FILE_PATTERN.test(callerFile);
};

/** Fake connection to a server. It stays in the state of connecting, as if nobody answered. */
class UnansweredConnection extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readonly readyState = UnansweredConnection.CONNECTING;
  send(): void {
    /* Nobody listens. */
  }
  close(): void {
    /* Nothing is open. */
  }
}

/** Fake BroadcastChannel: this page has no other tab, and Node's own channel would keep a test running. */
class LonelyChannel extends EventTarget {
  constructor(readonly name: string) {
    super();
  }
  postMessage(): void {
    /* Nobody listens. */
  }
  close(): void {
    /* Nothing is open. */
  }
}

type AnyClass = new (...args: readonly never[]) => object;

const isClass = (value: unknown): value is AnyClass => typeof value === 'function';

/**
 * Replaces the page's fetch, XMLHttpRequest, beacons, sockets and broadcast channels, and records each use by a remote
 * as a problem. Nothing that a remote sends leaves the page: a request fails as without a network, a beacon counts as
 * sent, and sockets and channels stay silent. Calls of the platform work as usual, except beacons, which are always
 * recorded.
 */
export const watchOutsideCalls = (): OutsideCalls => {
  const problems: Problem[] = [];
  const recordProblem = (kind: Problem['kind'], description: string): void => void problems.push({ kind, description });

  /**
   * Returns a class whose instances are fake ones (`StandIn`) if a remote creates them, and original ones if the
   * platform does.
   */
  const recordingClass = (className: string, kind: Problem['kind'], StandIn: AnyClass): object => {
    const originalClass: unknown = Reflect.get(window, className);
    return new Proxy(isClass(originalClass) ? originalClass : StandIn, {
      construct(target, classArguments: unknown[], newTarget) {
        if (isCalledByPlatform()) return Reflect.construct(target, classArguments, newTarget);
        recordProblem(kind, `it opens a ${className} of its own: ${String(classArguments[0])}`);
        return Reflect.construct(StandIn, classArguments);
      },
    });
  };

  const { fetch } = window;
  const addressOf = (request: unknown): string => (request instanceof Request ? request.url : String(request));
  const restoreWindow = replaceProperties(window, {
    fetch(...requestArguments: Parameters<typeof fetch>) {
      if (isCalledByPlatform()) return fetch(...requestArguments);
      recordProblem('ownRequest', `it calls fetch itself: ${addressOf(requestArguments[0])}`);
      return Promise.reject(new TypeError('Failed to fetch'));
    },
    WebSocket: recordingClass('WebSocket', 'ownSocket', UnansweredConnection),
    EventSource: recordingClass('EventSource', 'ownSocket', UnansweredConnection),
    BroadcastChannel: recordingClass('BroadcastChannel', 'ownChannel', LonelyChannel),
  });
  const { send } = XMLHttpRequest.prototype;
  const restoreRequests = replaceProperties(XMLHttpRequest.prototype, {
    send(this: XMLHttpRequest, body?: XMLHttpRequestBodyInit) {
      if (isCalledByPlatform()) return send.call(this, body);
      recordProblem('ownRequest', 'it sends an XMLHttpRequest itself');
      this.dispatchEvent(new Event('error'));
    },
  });
  const restoreBeacons = replaceProperties(navigator, {
    sendBeacon(url: string | URL) {
      recordProblem('ownRequest', `it sends a beacon itself: ${String(url)}`);
      return true;
    },
  });
  return {
    problems: () => problems,
    restore() {
      restoreBeacons();
      restoreRequests();
      restoreWindow();
    },
  };
};
