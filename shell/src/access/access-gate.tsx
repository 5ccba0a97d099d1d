import { getVersionInfo, globalTopic, VersionInfoItem } from '@mahlzeit/contract';
import type { VersionInfo } from '@mahlzeit/contract';
import { createObservable, defineCollection, useObservable } from '@mahlzeit/shared-ui/platform';
import type { ApiClient, Observable, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState, tokens } from '@mahlzeit/shared-ui/ui';
import { RefreshCw } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { useTexts } from '../texts/shell-texts';

/**
 * Access to this web app. `maintenance`: closed for everybody; `outdated`: the page needs a reload, because its version
 * is too old.
 */
export type Access = 'open' | 'maintenance' | 'outdated';

/** Result of comparing the gateway's version info with the version of this web app. */
interface VersionCheck {
  readonly access: Access;
  /**
   * True if the required version is missing or malformed. This is only logged, and nobody loses access because of it
   * (S1§4).
   */
  readonly isBadVersion: boolean;
}

const versionNumbersOf = (version: string): readonly number[] | null =>
  /^\d+(\.\d+)*$/.test(version) ? version.split('.').map(Number) : null;

const isLowerVersion = (version: readonly number[], otherVersion: readonly number[]): boolean => {
  const differingIndex = otherVersion.findIndex((versionNumber, index) => versionNumber !== (version[index] ?? 0));
  return differingIndex >= 0 && (version[differingIndex] ?? 0) < (otherVersion[differingIndex] ?? 0);
};

/**
 * Compares the gateway's version info with this web app. Versions are compared number by number: 5.0.10 is newer than
 * 5.0.9. Maintenance has priority over an outdated version.
 */
export const checkVersion = ({ maintenance, requiredVersion }: VersionInfo, ownVersion: string): VersionCheck => {
  const requiredNumbers = requiredVersion === null ? null : versionNumbersOf(requiredVersion.trim());
  const ownNumbers = versionNumbersOf(ownVersion);
  const isVersionOutdated =
    requiredNumbers !== null && ownNumbers !== null && isLowerVersion(ownNumbers, requiredNumbers);
  return {
    access: maintenance ? 'maintenance' : isVersionOutdated ? 'outdated' : 'open',
    isBadVersion: requiredNumbers === null,
  };
};

/** Returns the number before the first dot of a version. It is the key of the gateway's version infos. */
export const majorVersionOf = (version: string): string => version.split('.', 1)[0] ?? '';

/** Current access to the web app; `unknown` until the first version check has ended. */
export interface AccessWatch extends Observable<Access | 'unknown'> {
  /**
   * Requests the version info from the gateway. If the request fails, known access doesn't change, and `unknown`
   * becomes `open`.
   */
  check(): Promise<void>;
  stop(): void;
}

interface AccessWatchDeps {
  readonly apiClient: Pick<ApiClient, 'call'>;
  readonly store: ShellApi['store'];
  readonly timers: Timers;
  readonly logEvent: ShellApi['logEvent'];
  /** Version of this web app. */
  readonly version: string;
}

// Time limit of the first version check in ms. The check runs in parallel to the session request and normally ends
// before the list is loaded. If the gateway doesn't respond in time, the app opens.
const CHECK_TIMEOUT_MS = 3_000;

const versionInfos = defineCollection({ topic: globalTopic, collection: 'versionInfos', schema: VersionInfoItem });

/**
 * Checks at the start and at each live change whether this version of the app is still admitted (specification S1§4
 * "Access denied").
 */
export const watchAccess = ({ apiClient, store, timers, logEvent, version }: AccessWatchDeps): AccessWatch => {
  const access = createObservable<Access | 'unknown'>('unknown');
  const majorVersion = majorVersionOf(version);
  let loggedVersion: string | null = null;

  const logBadVersion = ({ requiredVersion }: VersionInfo): void => {
    const badVersion = requiredVersion ?? '';
    if (badVersion !== loggedVersion) logEvent('Bad version', { requiredVersion: badVersion });
    loggedVersion = badVersion;
  };
  const applyVersionInfo = (versionInfo: VersionInfo): void => {
    const versionCheck = checkVersion(versionInfo, version);
    if (versionCheck.isBadVersion) logBadVersion(versionInfo);
    access.set(versionCheck.access);
  };
  const openIfUnknown = (): void => {
    if (access.get() === 'unknown') access.set('open');
  };
  const checkServerVersion = async (): Promise<void> => {
    const versionInfoResult = await apiClient.call(getVersionInfo, { params: { major: majorVersion } });
    if (versionInfoResult.ok) applyVersionInfo(versionInfoResult.value);
    else openIfUnknown();
  };

  const liveVersionInfos = versionInfos.of(store);
  const onVersionInfos = (): void => {
    const { status, items } = liveVersionInfos.get();
    const versionInfo = status === 'live' ? items.find(({ key }) => key === majorVersion) : undefined;
    if (versionInfo !== undefined) applyVersionInfo(versionInfo);
  };

  const stopFunctions = [timers.after(CHECK_TIMEOUT_MS, openIfUnknown), liveVersionInfos.subscribe(onVersionInfos)];
  // The promise isn't awaited: the result goes to `access`, and the call never rejects.
  void checkServerVersion();

  return {
    get: access.get,
    subscribe: access.subscribe,
    check: checkServerVersion,
    stop: () => stopFunctions.forEach((stop) => stop()),
  };
};

interface AccessDeniedProps {
  readonly access: Exclude<Access, 'open'>;
  /** Checks again whether the web app may be used. */
  readonly onCheck: () => Promise<void>;
  readonly onReload: () => void;
}

const ignoreEscape = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') event.preventDefault();
};

const RecheckButton = ({ onCheck }: Pick<AccessDeniedProps, 'onCheck'>) => {
  const t = useTexts();
  const [isChecking, setChecking] = useState(false);
  const runCheck = async (): Promise<void> => {
    setChecking(true);
    await onCheck();
    setChecking(false);
  };
  useEffect(() => {
    const checkNow = (): void => void onCheck();
    window.addEventListener('online', checkNow);
    return () => window.removeEventListener('online', checkNow);
  }, [onCheck]);
  return (
    <Button icon={RefreshCw} isBusy={isChecking} onClick={() => void runCheck()}>
      {t('Retry')}
    </Button>
  );
};

/**
 * Dialog that covers the whole page until the version info allows access again (S1§4); open screens stay mounted below.
 * It is a native dialog: in the browser's top layer it blocks all React roots, and needs no further script.
 */
const AccessDenied = ({ access, onCheck, onReload }: AccessDeniedProps) => {
  const t = useTexts();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const isVersionOutdated = access === 'outdated';
  const title = t(isVersionOutdated ? 'ReloadTitle' : 'MaintenanceTitle');

  useLayoutEffect(() => {
    const dialogElement = dialogRef.current;
    // Browsers close a dialog on the second press of Escape, even if the first press was prevented; so the dialog is
    // opened again.
    const reopenDialog = (): void => dialogElement?.showModal();
    dialogElement?.showModal();
    dialogElement?.addEventListener('close', reopenDialog);
    return () => {
      dialogElement?.removeEventListener('close', reopenDialog);
      dialogElement?.close();
    };
  }, []);

  return createPortal(
    <BlockingDialog
      ref={dialogRef}
      aria-label={title}
      data-react-aria-top-layer="true"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={ignoreEscape}
    >
      <EmptyState
        icon={RefreshCw}
        title={title}
        text={t(isVersionOutdated ? 'ReloadMessage' : 'MaintenanceMessage')}
        headingLevel={1}
      >
        {isVersionOutdated ? (
          <Button icon={RefreshCw} onClick={onReload}>
            {t('Refresh')}
          </Button>
        ) : (
          <RecheckButton onCheck={onCheck} />
        )}
      </EmptyState>
    </BlockingDialog>,
    document.body,
  );
};

const BlockingDialog = styled.dialog`
  z-index: ${tokens.layer.blocked};
  box-sizing: border-box;
  width: 100vw;
  max-width: none;
  height: 100dvh;
  max-height: none;
  margin: 0;
  padding: 0;
  overflow: auto;
  border: 0;
  background: ${tokens.color.bg};
  color: ${tokens.color.ink};
  &[open] {
    display: grid;
    place-content: safe center;
  }
`;

interface AccessHostProps {
  readonly access: Pick<AccessWatch, 'get' | 'subscribe' | 'check'>;
  readonly onReload: () => void;
}

/**
 * Shows a dialog that covers the whole page while the web app can't be used, because of maintenance or an outdated
 * version.
 */
export const AccessHost = ({ access, onReload }: AccessHostProps) => {
  const currentAccess = useObservable(access);
  if (currentAccess === 'unknown' || currentAccess === 'open') return null;
  return <AccessDenied access={currentAccess} onCheck={access.check} onReload={onReload} />;
};
