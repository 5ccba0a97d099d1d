import type { Passkey } from '@mahlzeit/contract';
import { useLazyPart, useNow } from '@mahlzeit/shared-ui/platform';
import {
  Banner,
  Icon,
  IconButton,
  LinkButton,
  Row,
  Rows,
  RowSkeletons,
  Section,
  Small,
  Stack,
  tokens,
} from '@mahlzeit/shared-ui/ui';
import { EllipsisVertical, KeyRound, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../account-texts';
import { canUsePasskeys, usePasskeys } from '../webauthn';
import { passkeyDetailOf } from './passkey-texts';
import { usePasskeyChanges } from './use-passkey-changes';

interface PasskeyRowsProps {
  readonly passkeys: readonly Passkey[];
  readonly onOpenMenu: (passkey: Passkey) => void;
  /** Adds a passkey; null in a browser that can't create passkeys. */
  readonly onAdd: (() => void) | null;
}

const PasskeyRows = ({ passkeys, onOpenMenu, onAdd }: PasskeyRowsProps) => {
  const t = useTexts();
  const now = useNow();
  return (
    <Rows aria-label={t('Passkeys')}>
      {passkeys.map((passkey) => (
        <Row
          key={passkey.key}
          leading={<Icon source={KeyRound} size={24} />}
          title={passkey.name}
          text={passkeyDetailOf(passkey, now)}
          trailing={
            <IconButton
              label={t('PasskeyMenu', { name: passkey.name })}
              icon={EllipsisVertical}
              onClick={() => onOpenMenu(passkey)}
            />
          }
        />
      ))}
      {onAdd !== null && (
        <Row
          leading={
            <PlumIcon>
              <Icon source={Plus} size={24} />
            </PlumIcon>
          }
          title={<PlumText>{t('AddPasskey')}</PlumText>}
          // `trailing` is null, because the row would otherwise have the arrow of rows that lead to another screen.
          trailing={null}
          onClick={onAdd}
        />
      )}
    </Rows>
  );
};

const PlumText = styled.span`
  color: ${tokens.color.plumText};
`;

const PlumIcon = styled(PlumText)`
  display: block;
`;

/** Section with the passkeys of the account. The user can add, rename and remove them. */
export const Passkeys = () => {
  const t = useTexts();
  const { passkeys, hasFailed, retry } = usePasskeys();
  const title = useRef<HTMLHeadingElement>(null);
  const [openMenuKey, setOpenMenuKey] = useState<string | null>(null);
  const { part: menu, load: loadMenu } = useLazyPart(() => import('./passkey-menu'));
  const openMenu = async ({ key }: Passkey): Promise<void> => {
    if (await loadMenu()) setOpenMenuKey(key);
  };
  const { add, rename, remove, proofSheet } = usePasskeyChanges(() => title.current?.focus());
  const isPossibleHere = canUsePasskeys();
  const menuPasskey = passkeys?.find(({ key }) => key === openMenuKey);
  const isEmptyForGood = passkeys !== null && passkeys.length === 0 && !isPossibleHere;
  return (
    <Section title={t('Passkeys')} titleRef={title} isSmall>
      <Stack $gap={12}>
        <Small $tone="quiet">{t(isEmptyForGood ? 'PasskeysImpossible' : 'PasskeysLead')}</Small>
        {hasFailed && (
          <Banner tone="warn" action={<LinkButton onClick={retry}>{t('TryAgain')}</LinkButton>}>
            {t('PasskeysFailed')}
          </Banner>
        )}
        {passkeys === null && !hasFailed && <RowSkeletons count={1} />}
        {passkeys !== null && !isEmptyForGood && (
          <PasskeyRows
            passkeys={passkeys}
            onOpenMenu={(passkey) => void openMenu(passkey)}
            onAdd={isPossibleHere ? add : null}
          />
        )}
      </Stack>
      {menu !== null && menuPasskey !== undefined && (
        <menu.PasskeyMenu
          passkey={menuPasskey}
          onRename={(name) => rename(menuPasskey, name)}
          onRemove={() => remove(menuPasskey)}
          onClose={() => setOpenMenuKey(null)}
        />
      )}
      {proofSheet}
    </Section>
  );
};
