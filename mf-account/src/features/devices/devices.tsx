import type { SignedInDevice } from '@mahlzeit/contract';
import { useAccount, useNow } from '@mahlzeit/shared-ui/platform';
import {
  Badge,
  Banner,
  Button,
  Caption,
  Icon,
  LinkButton,
  Row,
  Rows,
  RowSkeletons,
  Section,
  Stack,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { Check, LogOut } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../account-texts';
import { RowAction } from '../row-action';
import { deviceDetailOf, deviceIconOf, deviceNameOf } from './device-texts';
import { ALL_OTHERS, useDeviceEnding, useDevices } from './use-devices';

interface DeviceRowProps {
  readonly device: SignedInDevice;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

const DeviceRow = ({ device, isEnding, onEnd }: DeviceRowProps) => {
  const t = useTexts();
  const now = useNow();
  const deviceName = deviceNameOf(device);
  return (
    <Row
      leading={<Icon source={deviceIconOf(device)} size={24} />}
      title={deviceName}
      text={deviceDetailOf(device, now)}
      trailing={
        device.isCurrent ? (
          <Badge tone="ok" icon={Check}>
            {t('DeviceNow')}
          </Badge>
        ) : (
          <RowAction>
            <Button variant="quiet" size="small" isBusy={isEnding} onClick={onEnd}>
              {t('EndDevice')}
              <VisuallyHidden> {deviceName}</VisuallyHidden>
            </Button>
          </RowAction>
        )
      }
    />
  );
};

interface DeviceListProps {
  readonly devices: readonly SignedInDevice[];
  /** Runs just before the rows of signed-out devices disappear, because one of the rows may have the focus. */
  readonly onEnded: () => void;
}

const DeviceList = ({ devices, onEnded }: DeviceListProps) => {
  const t = useTexts();
  const { ending, proofSheet, end, endOthers } = useDeviceEnding(onEnded);
  const hasOthers = devices.some(({ isCurrent }) => !isCurrent);
  return (
    <>
      <Rows aria-label={t('Devices')}>
        {devices.map((device) => (
          <DeviceRow key={device.key} device={device} isEnding={ending === device.key} onEnd={() => end(device)} />
        ))}
      </Rows>
      {hasOthers ? (
        <Button variant="second" isBlock icon={LogOut} isBusy={ending === ALL_OTHERS} onClick={endOthers}>
          {t('EndOthers')}
        </Button>
      ) : (
        <Caption $tone="quiet">{t('NoOtherDevices')}</Caption>
      )}
      {proofSheet}
    </>
  );
};

/** Section with the devices that are signed in to the account. The user can sign out each of them. */
export const Devices = () => {
  const t = useTexts();
  const account = useAccount();
  const { devices, hasFailed, retry } = useDevices();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Section title={t('Devices')} titleRef={title} isSmall>
      <Stack $gap={12}>
        {hasFailed && (
          <Banner tone="warn" action={<LinkButton onClick={retry}>{t('TryAgain')}</LinkButton>}>
            {t('DevicesFailed')}
          </Banner>
        )}
        {devices === null && !hasFailed && <RowSkeletons count={2} />}
        {devices !== null && <DeviceList devices={devices} onEnded={() => title.current?.focus()} />}
        {account !== null && account.email !== null && <Caption $tone="quiet">{t('NewDeviceMail')}</Caption>}
      </Stack>
    </Section>
  );
};
