import type { Restaurant } from '@mahlzeit/contract';
import { areOrdersPaused, berlinDay, isResting, lunchOpeningsOn } from '@mahlzeit/contract/rules';
import { formatDay, formatTime } from '@mahlzeit/shared-ui/platform';
import { forcedColorsBorder, Icon, media, textStyles, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { ConsoleHeader as HeaderFrame, ConsoleHeadline } from '@mahlzeit/shared-ui/ui/console';
import { Volume2, VolumeX, WifiOff } from 'lucide-react';
import { memo, useSyncExternalStore } from 'react';
import styled, { css } from 'styled-components';
import { useTexts } from '../console-texts';
import type { Sound } from '../features/alerts';
import type { PartnerConnectionState } from '../platform';

interface ConsoleHeaderProps {
  readonly restaurant: Restaurant;
  readonly now: number;
  readonly connection: PartnerConnectionState;
  readonly sound: Sound;
}

/** Returns the time at which lunch ends today; null when it is unknown. */
const lunchEndOf = (restaurant: Restaurant, now: number): number | null =>
  lunchOpeningsOn(restaurant, now)?.at(-1)?.end ?? null;

const todayText = (restaurant: Restaurant, now: number, t: ReturnType<typeof useTexts>): string => {
  const dayLabel = formatDay(berlinDay(now));
  if (isResting(restaurant, now)) return t('ClosedToday', { day: dayLabel });
  if (areOrdersPaused(restaurant, now))
    return t('PausedHeader', { day: dayLabel, time: formatTime(restaurant.ordersPausedUntil ?? now) });
  const lunchEndsAt = lunchEndOf(restaurant, now);
  return lunchEndsAt === null ? dayLabel : t('LunchUntil', { day: dayLabel, time: formatTime(lunchEndsAt) });
};

const SoundButton = ({ sound }: Pick<ConsoleHeaderProps, 'sound'>) => {
  const t = useTexts();
  const status = useSyncExternalStore(sound.onStatus, sound.status);
  const soundLabel = { on: t('SoundOn'), off: t('SoundOff'), waiting: t('SoundWaiting') }[status];
  return (
    <SoundSwitch type="button" onClick={sound.toggle}>
      <Icon source={status === 'on' ? Volume2 : VolumeX} size={20} />
      <span>{soundLabel}</span>
    </SoundSwitch>
  );
};

const ConsoleHeaderContent = ({ restaurant, now, connection, sound }: ConsoleHeaderProps) => {
  const t = useTexts();
  const isOnline = connection.status === 'online';
  return (
    <>
      <HeaderBar>
        <ConsoleHeadline title={restaurant.name} subtitle={todayText(restaurant, now, t)} />
        {connection.status !== 'offline' && (
          <ConnectionBadge $isOnline={isOnline} role="status">
            <ConnectionDot />
            <ConnectionLabel>{t(isOnline ? 'Connected' : 'Connecting')}</ConnectionLabel>
          </ConnectionBadge>
        )}
        <ClockText>
          <VisuallyHidden>{t('Now')} </VisuallyHidden>
          <time>{formatTime(now)}</time>
        </ClockText>
        <SoundButton sound={sound} />
      </HeaderBar>
      {connection.status === 'offline' && (
        <ConnectionLostBanner role="alert">
          <Icon source={WifiOff} size={20} />
          <ConnectionLostTexts>
            <strong>{t('Lost', { time: formatTime(connection.since) })}</strong>
            <span>{t('LostText')}</span>
          </ConnectionLostTexts>
        </ConnectionLostBanner>
      )}
    </>
  );
};

/** Header of the restaurant's console: the restaurant, the day, the server's time and the status of the connection. */
export const ConsoleHeader = memo(ConsoleHeaderContent);

const HeaderBar = styled(HeaderFrame)`
  gap: 12px 18px;
  ${media.below600} {
    gap: 10px;
    padding: 8px 12px;
  }
`;

const ConnectionBadge = styled.span<{ readonly $isOnline: boolean }>`
  ${textStyles.label}
  display: inline-flex;
  align-items: center;
  gap: 8px;
  font-weight: 500;
  color: ${({ $isOnline }) => ($isOnline ? tokens.color.ok : tokens.color.ink2)};
`;

const ConnectionDot = styled.span`
  width: 10px;
  height: 10px;
  border-radius: 50%;
  background: currentColor;
`;

// On phones the words about the connection are visually hidden, because their width is enough only for the dot; screen
// readers still read it.
const ConnectionLabel = styled.span`
  ${media.below701} {
    ${css`
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    `}
  }
`;

const ClockText = styled.span`
  ${textStyles.digits}
  font-size: 1.5rem;
  line-height: 1.875rem;
  font-weight: 700;
  ${media.below600} {
    font-size: 1.1875rem;
  }
`;

const SoundSwitch = styled.button`
  ${textStyles.label}
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-width: 48px;
  min-height: 48px;
  padding: 0 14px;
  border-radius: ${tokens.radius.control};
  box-shadow: inset 0 0 0 1.5px ${tokens.color.lineStrong};
  white-space: nowrap;
  ${forcedColorsBorder}
  ${media.below600} {
    padding: 0 10px;
    > span {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;

const ConnectionLostBanner = styled.div`
  ${textStyles.small}
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 10px 20px;
  background: ${tokens.color.warnTint};
  color: ${tokens.color.onWarnTint};
`;

// The two texts about a lost connection share one line if it is wide enough.
const ConnectionLostTexts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 12px;
  min-width: 0;
`;
