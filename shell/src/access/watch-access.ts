import type { VersionInfo } from '@mahlzeit/contract';
import { VersionInfoItem, getVersionInfo, globalTopic } from '@mahlzeit/contract';
import type { ApiClient, LiveClient, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { liveItems } from '@mahlzeit/shared-ui/platform';
import { createObservable } from '../observable';
import type { Observable } from '../observable';
import { checkVersion, majorOf } from './access-rules';
import type { Access } from './access-rules';

/** Whether the web app may be used now; `unknown` until the version check at start has ended. */
export interface AccessWatch extends Observable<Access | 'unknown'> {
  /** Asks the gateway. One that can't be reached changes nothing. */
  check(): Promise<void>;
  stop(): void;
}

export interface AccessDeps {
  readonly apiClient: Pick<ApiClient, 'call'>;
  readonly live: Pick<LiveClient, 'subscribe'>;
  readonly timers: Timers;
  readonly logEvent: ShellApi['logEvent'];
  /** Version of this web app. */
  readonly version: string;
}

// The check goes out beside the call for the session and is answered before the list; a gateway that hangs keeps nobody out.
const CHECK_TIMEOUT_MS = 3_000;

const infosOf = liveItems('versionInfos', VersionInfoItem);

/** Checks the version at start and follows it live from then on (S1§4 "Access denied"). */
export const watchAccess = ({ apiClient, live, timers, logEvent, version }: AccessDeps): AccessWatch => {
  const access = createObservable<Access | 'unknown'>('unknown');
  const major = majorOf(version);
  let logged: string | null = null;

  const logBadVersion = ({ requiredVersion }: VersionInfo): void => {
    const bad = requiredVersion ?? '';
    if (bad !== logged) logEvent('Bad version', { requiredVersion: bad });
    logged = bad;
  };
  const apply = (info: VersionInfo): void => {
    const checked = checkVersion(info, version);
    if (checked.isBadVersion) logBadVersion(info);
    access.set(checked.access);
  };
  const openIfUnknown = (): void => {
    if (access.get() === 'unknown') access.set('open');
  };
  const check = async (): Promise<void> => {
    const answer = await apiClient.call(getVersionInfo, { params: { major } });
    if (answer.ok) apply(answer.value);
    else openIfUnknown();
  };

  const stops = [
    timers.after(CHECK_TIMEOUT_MS, openIfUnknown),
    live.subscribe(globalTopic, (view) => {
      const info = view.status === 'live' ? infosOf(view).find(({ key }) => key === major) : undefined;
      if (info !== undefined) apply(info);
    }),
  ];
  // Its result goes to `access`; the call itself never rejects.
  void check();

  return { get: access.get, subscribe: access.subscribe, check, stop: () => stops.forEach((stop) => stop()) };
};
