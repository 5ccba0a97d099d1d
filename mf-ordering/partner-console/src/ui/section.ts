import { textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';

/** Part of the console below the menu. */
export const Section = styled.section`
  display: grid;
  justify-items: start;
  gap: 10px;
  padding: 18px 20px;
  border-top: 1px solid ${tokens.color.line};
`;

/** Heading of a part of the console. */
export const SectionTitle = styled.h2`
  ${textStyles.h3}
`;
