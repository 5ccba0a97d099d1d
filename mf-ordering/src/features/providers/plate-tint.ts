import styled from 'styled-components';

// The plate is light in both schemes, and so are its colours.
const TINTS = { err: '#bf281c', warn: '#955300' } as const;

/** Gives the sign on a plate the colour of what it says. */
export const PlateTint = styled.div<{ readonly $tone: keyof typeof TINTS }>`
  [aria-hidden='true'] > svg { color: ${({ $tone }) => TINTS[$tone]}; }
`;
