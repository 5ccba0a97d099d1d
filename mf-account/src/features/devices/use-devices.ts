import { endDevice, endOtherDevices, getDevices } from '@mahlzeit/contract';
import type { SignedInDevice } from '@mahlzeit/contract';
import { api, apiQuery, createSingleFlight, errorText, useRetryOnline, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../account-texts';
import { useFreshProof } from '../fresh-proof';
import { deviceNameOf } from './device-texts';

const devicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    devices: build.query<readonly SignedInDevice[], void>(apiQuery(getDevices, () => ({}))),
  }),
});

/** Devices that are signed in to the account. */
interface DeviceList {
  /** Devices of the account; null while they are loading, and after a failure. */
  readonly devices: readonly SignedInDevice[] | null;
  /** Whether the last request failed. Devices of an earlier request stay visible. */
  readonly hasFailed: boolean;
  retry(): void;
}

/** Loads the devices each time the screen opens, because other devices sign in and out meanwhile. */
export const useDevices = (): DeviceList => {
  const { data, isError, isFetching, refetch } = devicesApi.useDevicesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const retry = () => void refetch();
  useRetryOnline(isError, retry);
  return { devices: data ?? null, hasFailed: isError && !isFetching, retry };
};

/**
 * Key of the device whose session is being ended; `others` if the sessions of all other devices are; null while no such
 * request runs.
 */
type EndingDevice = string | null;

/** Value that stands for all other devices in place of a device's key. Keys of the gateway have another length. */
export const ALL_OTHERS = 'others';

interface DeviceEnding {
  readonly ending: EndingDevice;
  /** Sheet that asks for a proof of identity; null while none is needed. */
  readonly proofSheet: ReactNode;
  /** Signs a device out. A second press while a request is running does nothing. */
  end(device: SignedInDevice): void;
  /** Signs out all devices except this one, after the user has confirmed it. */
  endOthers(): void;
}

/** Returns the functions that sign devices out. `onEnded` runs just before the rows of these devices disappear. */
export const useDeviceEnding = (onEnded: () => void): DeviceEnding => {
  const t = useTexts();
  const { apiClient, store, alert, snackbar, track } = useShell();
  const { withFreshProof, proofSheet } = useFreshProof();
  const [singleFlight] = useState(createSingleFlight);
  const [ending, setEnding] = useState<EndingDevice>(null);

  const keepDevices = (isSignedIn: (device: SignedInDevice) => boolean): void => {
    onEnded();
    store.dispatch(devicesApi.util.updateQueryData('devices', undefined, (devices) => devices.filter(isSignedIn)));
  };
  const showFailure = (apiError: ApiError): void => snackbar({ tone: 'error', text: errorText(apiError) });
  const runWhileEnding = (endingDevice: string, request: () => Promise<void>): void =>
    void singleFlight.run(async () => {
      setEnding(endingDevice);
      await request().finally(() => setEnding(null));
    });

  /** Whether a device is still in the list: its row stays on the screen for a moment after it has been signed out. */
  const isListed = ({ key }: SignedInDevice): boolean =>
    devicesApi.endpoints.devices
      .select()(store.getState())
      .data?.some((device) => device.key === key) === true;

  const endOne = async (device: SignedInDevice): Promise<void> => {
    if (!isListed(device)) return;
    const endAnswer = await withFreshProof(() => track(apiClient.call(endDevice, { params: { key: device.key } })));
    if (endAnswer === null) return;
    if (!endAnswer.ok) return showFailure(endAnswer.error);
    keepDevices(({ key }) => key !== device.key);
    snackbar({ tone: 'success', text: t('DeviceEnded', { device: deviceNameOf(device) }) });
  };
  const askAndEndOthers = async (): Promise<void> => {
    const alertAnswer = await alert({
      title: t('EndOthersTitle'),
      text: t('EndOthersText'),
      actions: [
        { id: 'keep', label: t('Cancel'), tone: 'safe' },
        { id: 'end', label: t('EndOthers'), tone: 'danger' },
      ],
    });
    if (alertAnswer !== 'end') return;
    const endAnswer = await withFreshProof(() => track(apiClient.call(endOtherDevices, {})));
    if (endAnswer === null) return;
    if (!endAnswer.ok) return showFailure(endAnswer.error);
    keepDevices(({ isCurrent }) => isCurrent);
    snackbar({ tone: 'success', text: t('OthersEnded') });
  };

  return {
    ending,
    proofSheet,
    end: (device) => runWhileEnding(device.key, () => endOne(device)),
    endOthers: () => runWhileEnding(ALL_OTHERS, askAndEndOthers),
  };
};
