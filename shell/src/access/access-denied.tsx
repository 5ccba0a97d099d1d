import { Button, EmptyState, tokens } from '@mahlzeit/shared-ui/ui';
import { RefreshCw, Wrench } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { useTexts } from '../shell-texts';
import type { Access } from './access-rules';

interface AccessDeniedProps {
  readonly access: Exclude<Access, 'open'>;
  /** Asks again whether the maintenance is over. */
  readonly onCheck: () => Promise<void>;
  readonly onReload: () => void;
}

const withoutEscape = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') event.preventDefault();
};

const CheckButton = ({ onCheck }: Pick<AccessDeniedProps, 'onCheck'>) => {
  const t = useTexts();
  const [isChecking, setChecking] = useState(false);
  const check = async (): Promise<void> => {
    setChecking(true);
    await onCheck();
    setChecking(false);
  };
  useEffect(() => {
    const checkNow = (): void => void onCheck();
    window.addEventListener('online', checkNow);
    return () => window.removeEventListener('online', checkNow);
  }, [onCheck]);
  return <Button icon={RefreshCw} isBusy={isChecking} onClick={() => void check()}>{t('Retry')}</Button>;
};

/**
 * Covers everything until the version info is well again (S1§4); what was open under it stays.
 * It is the browser's own dialog: in the top layer it blocks every root, and needs nothing that would have to be loaded.
 */
export const AccessDenied = ({ access, onCheck, onReload }: AccessDeniedProps) => {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const isOutdated = access === 'outdated';
  const title = t(isOutdated ? 'ReloadTitle' : 'MaintenanceTitle');

  useLayoutEffect(() => {
    const shown = dialog.current;
    // Browsers close a dialog on the second Escape even where the first was refused.
    const showAgain = (): void => shown?.showModal();
    shown?.showModal();
    shown?.addEventListener('close', showAgain);
    return () => {
      shown?.removeEventListener('close', showAgain);
      shown?.close();
    };
  }, []);

  return createPortal(
    <Blocked ref={dialog} aria-label={title} data-react-aria-top-layer="true" onCancel={(event) => event.preventDefault()} onKeyDown={withoutEscape}>
      <EmptyState icon={isOutdated ? RefreshCw : Wrench} title={title} text={t(isOutdated ? 'ReloadMessage' : 'MaintenanceMessage')} level={1}>
        {isOutdated ? <Button icon={RefreshCw} onClick={onReload}>{t('Refresh')}</Button> : <CheckButton onCheck={onCheck} />}
      </EmptyState>
    </Blocked>,
    document.body,
  );
};

const Blocked = styled.dialog`
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
  &[open] { display: grid; place-content: safe center; }
`;
