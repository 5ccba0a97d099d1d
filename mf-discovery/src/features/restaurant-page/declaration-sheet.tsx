import type { Offer } from '@mahlzeit/contract';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { Body, Section, Small, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import type { Declared } from './declaration-words';
import { allergenLabel } from './declaration-words';

const DeclaredList = ({ items }: { readonly items: readonly Declared[] }) => (
  <List>
    {items.map(({ code, name }) => (
      <li key={name}>
        {code !== null && <Code>{code}</Code>}
        <Body as="span">{name}</Body>
      </li>
    ))}
  </List>
);

interface DeclarationSheetProps {
  readonly offer: Offer;
  readonly onClose: () => void;
}

/** The allergens and additives of one dish in full. */
export const DeclarationSheet = ({ offer, onClose }: DeclarationSheetProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('DeclarationTitle')} subtitle={offer.name} onClose={onClose}>
      <Stack $gap={20}>
        {offer.allergens.length > 0 && (
          <Section title={t('Allergens')}>
            <DeclaredList items={offer.allergens.map(allergenLabel)} />
          </Section>
        )}
        {offer.additives.length > 0 && (
          <Section title={t('Additives')}>
            <DeclaredList items={offer.additives.map((name) => ({ code: null, name }))} />
          </Section>
        )}
        <Small $tone="quiet">{t('DeclarationSource')}</Small>
      </Stack>
    </Sheet>
  );
};

const List = styled.ul`
  display: grid;
  gap: 6px;
  margin-top: 6px;
  li { display: flex; gap: 12px; align-items: baseline; }
`;

const Code = styled.span`
  flex: none;
  min-width: 1.75rem;
  padding: 1px 6px;
  border-radius: ${tokens.radius.tag};
  background: ${tokens.color.sunken};
  font-weight: 600;
  text-align: center;
`;
