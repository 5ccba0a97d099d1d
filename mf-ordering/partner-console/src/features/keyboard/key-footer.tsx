import { Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';
import { KeyCap } from './key-cap';
import { KEY_HINTS } from './keyboard';

/** Footer with the list of keys. In a sandbox it also says that no real money is moved. */
export const KeyFooter = ({ isSandbox }: { readonly isSandbox: boolean }) => {
  const t = useTexts();
  return (
    <FooterBar>
      <KeyList aria-label={t('Keys')}>
        {KEY_HINTS.map(({ keys, command }) => (
          <li key={command}>
            {keys.map((keyName) => (
              <KeyCap key={keyName} name={keyName} />
            ))}
            {t(`Key_${command}`)}
          </li>
        ))}
      </KeyList>
      {isSandbox && <Small $tone="quiet">{t('Sandbox')}</Small>}
    </FooterBar>
  );
};

/** Dialog that explains each key. */
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

const FooterBar = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 8px 18px;
  min-height: 44px;
  padding: 8px 20px;
  background: ${tokens.color.surface};
  border-top: 1px solid ${tokens.color.line};
`;

// The list is hidden on devices without a keyboard.
const KeyList = styled.ul`
  ${textStyles.small}
  display: none;
  flex: 1;
  flex-wrap: wrap;
  gap: 6px 18px;
  color: ${tokens.color.ink2};
  > li {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  @media (min-width: 1200px), (hover: hover) and (min-width: 850px) {
    display: flex;
  }
`;

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
