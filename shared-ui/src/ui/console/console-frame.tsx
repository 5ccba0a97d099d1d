import type { ReactNode } from 'react';
import styled from 'styled-components';
import { BrandMark } from '../art/art';
import { Small } from '../text';
import { media, textStyles, tokens } from '../theme/tokens';

interface ConsoleHeadlineProps {
  /** Heading of the console's page. */
  readonly title: string;
  /** Line in quiet colours below the heading. */
  readonly subtitle: ReactNode;
}

/** Logo, heading and subtitle at the start of a console's header. */
export const ConsoleHeadline = ({ title, subtitle }: ConsoleHeadlineProps) => (
  <>
    <Mark>
      <BrandMark size={36} />
    </Mark>
    <Names>
      <Title>{title}</Title>
      <Small as="span" $tone="quiet">
        {subtitle}
      </Small>
    </Names>
  </>
);

/** Header of a console: first logo and names, then status and buttons. */
export const ConsoleHeader = styled.header`
  display: flex;
  align-items: center;
  min-height: 64px;
  padding: 8px 20px;
  background: ${tokens.color.surface};
  border-bottom: 1px solid ${tokens.color.line};
`;

/**
 * Column with a console's header and content. It fills the window; on a wide screen its panes scroll instead of the
 * page.
 */
export const ConsoleFrame = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
  ${media.from1200} {
    height: 100dvh;
  }
`;

/** Narrow centred content of a console before its user is signed in. */
export const CenteredMain = styled.main`
  width: min(640px, 100%);
  margin: 0 auto;
  padding: 48px 16px;
`;

// Logo in the header. It is hidden on phones, which are wide enough only for the names.
const Mark = styled.span`
  display: grid;
  ${media.below600} {
    display: none;
  }
`;

// Heading and subtitle. If the header wraps, they keep enough space for their longest word.
const Names = styled.div`
  display: grid;
  flex: 1 1 7rem;
  min-width: 0;
  overflow-wrap: anywhere;
`;

const Title = styled.h1`
  ${textStyles.label}
`;
