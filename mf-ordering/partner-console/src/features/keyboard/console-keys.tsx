import { Small, tokens } from '@mahlzeit/shared-ui/ui';
import { KeyFooter } from '@mahlzeit/shared-ui/ui/console';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';
import { KEY_HINTS } from './keyboard';

/**
 * Footer of the restaurant's console with the list of keyboard commands. In a sandbox it also says that no real money
 * is moved.
 */
export const ConsoleKeys = ({ isSandbox }: { readonly isSandbox: boolean }) => {
  const t = useTexts();
  return (
    <KeyFooter label={t('Keys')} hints={KEY_HINTS.map(({ keys, command }) => ({ keys, text: t(`Key_${command}`) }))}>
      {isSandbox && <Small $tone="quiet">{t('Sandbox')}</Small>}
    </KeyFooter>
  );
};

/** Dialog that explains each keyboard command of the restaurant's console. */
export const AllKeysDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts();
  return (
    <AlertDialog
      title={t('AllKeysTitle')}
      actions={[{ id: 'close', label: t('Close'), tone: 'safe' }]}
      onChoose={onClose}
    >
      <KeyDefinitionList>
        {KEY_HINTS.map(({ keys, command }) => (
          <div key={command}>
            <dt>{keys.join(' ')}</dt>
            <dd>{t(`KeyText_${command}`)}</dd>
          </div>
        ))}
      </KeyDefinitionList>
    </AlertDialog>
  );
};

const KeyDefinitionList = styled.dl`
  display: grid;
  gap: 8px;
  > div {
    display: grid;
    grid-template-columns: 44px minmax(0, 1fr);
    gap: 12px;
  }
  dt {
    font-weight: 650;
    color: ${tokens.color.ink};
  }
`;
