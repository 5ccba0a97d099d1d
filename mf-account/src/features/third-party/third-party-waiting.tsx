import { Button, ButtonLink, EmptyState } from '@mahlzeit/shared-ui/ui';
import type { MouseEvent } from 'react';
import { useTexts } from '../../account-texts';
import { providerLogos } from './provider-marks';
import { thirdPartyNames } from './third-party-names';
import type { Attempt } from './third-party-stage';
import type { ThirdPartySignIn } from './use-third-party-sign-in';

interface ThirdPartyWaitingProps {
  readonly attempt: Attempt;
  readonly signIn: ThirdPartySignIn;
}

const texts = {
  waiting: { title: 'ThirdPartyWaitingTitle', text: 'ThirdPartyWaitingText' },
  blocked: { title: 'ThirdPartyBlockedTitle', text: 'ThirdPartyBlockedText' },
  completing: { title: 'ThirdPartyCompletingTitle', text: 'ThirdPartyCompletingText' },
} as const;

// React looks after the focus of a button that comes, but not of a link.
const takeFocus = (link: HTMLAnchorElement | null): void => link?.focus();

// The second half of a double click belongs to the button that stood here before.
const byOwnClick = (act: () => void) => ({ detail }: MouseEvent): void => {
  if (detail <= 1) act();
};

/** Stands in for what began a sign-in while its window is open: nobody can see from here whether it still is. */
export const ThirdPartyWaiting = ({ attempt: { status, provider, address }, signIn }: ThirdPartyWaitingProps) => {
  const t = useTexts();
  const values = { provider: thirdPartyNames[provider] };
  return (
    <div role="status">
      <EmptyState icon={providerLogos[provider]} title={t(texts[status].title, values)} text={t(texts[status].text, values)}>
        {/* A link is followed where windows are not opened; the page it ends on says that it may be closed. */}
        {status === 'blocked' && <ButtonLink ref={takeFocus} isBlock href={address} target="_blank" rel="noopener">{t('ThirdPartyOpenTab', values)}</ButtonLink>}
        {status === 'waiting' && <Button isBlock variant="second" autoFocus onClick={byOwnClick(signIn.reopen)}>{t('ThirdPartyReopen')}</Button>}
        {status !== 'completing' && <Button isBlock variant="quiet" onClick={byOwnClick(signIn.cancel)}>{t('Cancel')}</Button>}
      </EmptyState>
    </div>
  );
};
