import { Body, LinkButton } from '@mahlzeit/shared-ui/ui';
import { useId, useState } from 'react';
import styled, { css } from 'styled-components';
import { useTexts } from '../../discovery-texts';

/** S1§9: longer ones are collapsed. */
const LONG = 400;

/** What the place says about itself; a long one shows its beginning first. */
export const Description = ({ text }: { readonly text: string }) => {
  const t = useTexts();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  if (text === '') return null;
  const isLong = text.length > LONG;
  return (
    <div>
      <Text id={id} $tone="quiet" $isCollapsed={isLong && !isOpen}>{text}</Text>
      {isLong && (
        <LinkButton aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'ShowLess' : 'ShowMore')}
        </LinkButton>
      )}
    </div>
  );
};

const Text = styled(Body)<{ readonly $isCollapsed: boolean }>`
  white-space: pre-line;
  overflow-wrap: anywhere;
  ${({ $isCollapsed }) =>
    $isCollapsed &&
    css`
      max-height: 60px;
      overflow: hidden;
      mask-image: linear-gradient(#000 28px, #0000);
    `}
`;
