import type { Moderator } from '@mahlzeit/contract';
import { Button, media, textStyles } from '@mahlzeit/shared-ui/ui';
import { ConsoleHeader as HeaderFrame, ConsoleHeadline } from '@mahlzeit/shared-ui/ui/console';
import { LogOut } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../console-texts';
import { useModeration } from '../platform';

interface ConsoleHeaderProps {
  readonly moderator: Moderator;
  /** Number of open reports that were read; null before the first answer. */
  readonly openCount: number | null;
  /** Whether there may be more open reports. */
  readonly hasMore: boolean;
}

/** Head of the page: whose token it is, and how many reports are open. */
export const ConsoleHeader = ({ moderator, openCount, hasMore }: ConsoleHeaderProps) => {
  const t = useTexts();
  const { signOut } = useModeration();
  return (
    <HeaderBar>
      <ConsoleHeadline title={t('Heading')} subtitle={t('SignedInAs', { name: moderator.name })} />
      <OpenCount>
        {openCount !== null && openCount > 0 && t(hasMore ? 'OpenCountMore' : 'OpenCount', { count: openCount })}
      </OpenCount>
      <Button variant="quiet" size="small" icon={LogOut} onClick={signOut}>
        {t('SignOut')}
      </Button>
    </HeaderBar>
  );
};

const HeaderBar = styled(HeaderFrame)`
  flex-wrap: wrap;
  gap: 4px 16px;
  ${media.below600} {
    padding: 8px 12px;
  }
`;

const OpenCount = styled.span`
  ${textStyles.label}
  ${textStyles.digits}
`;
