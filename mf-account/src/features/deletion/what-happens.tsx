import { Icon, Panel, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { CalendarClock, EyeOff, LogOut, ReceiptText } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../../account-texts';

const facts = [
  { icon: EyeOff, text: 'DeleteFactHidden' },
  { icon: LogOut, text: 'DeleteFactLogout' },
  { icon: CalendarClock, text: 'DeleteFactGrace' },
  { icon: ReceiptText, text: 'DeleteFactKept' },
] as const;

/** What a deletion means: at once, within thirty days, and after them. */
const WhatHappens = () => {
  const t = useTexts();
  return (
    <Panel $padded>
      <Facts>
        {facts.map(({ icon, text }) => (
          <li key={text}>
            <Icon of={icon} size={20} />
            <span>{t(text)}</span>
          </li>
        ))}
      </Facts>
    </Panel>
  );
};

const Facts = styled.ul`
  ${textStyles.small}
  display: grid;
  gap: 12px;
  li { display: flex; gap: 12px; }
  svg { flex: none; color: ${tokens.color.ink2}; }
`;
