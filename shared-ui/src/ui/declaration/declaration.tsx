import { Info } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import styled from 'styled-components';
import { Icon } from '../art/art';
import { Section, Stack } from '../layout';
import { Body, Caption, Small } from '../text';
import { textStyles, tokens } from '../theme/tokens';
import { allergenLabel, shortDeclarationOf } from './declared';
import type { DeclaredSubstance, DeclaredDish } from './declared';
import de from './locales/de.json';

// The sheet's script is loaded on the first press, because users rarely open the sheet.
const Sheet = lazy(async () => ({ default: (await import('../dialog')).Sheet }));

const text = (key: keyof typeof de): string => de[key];

const DeclaredList = ({ items }: { readonly items: readonly DeclaredSubstance[] }) => (
  <SubstanceList>
    {items.map(({ code, name }) => (
      <li key={name}>
        {code !== null && <SubstanceCode>{code}</SubstanceCode>}
        <Body as="span">{name}</Body>
      </li>
    ))}
  </SubstanceList>
);

interface DeclarationSheetProps {
  readonly dish: DeclaredDish;
  readonly onClose: () => void;
}

/** Sheet that names all allergens and additives of one dish. */
const DeclarationSheet = ({ dish: { name, allergens, additives }, onClose }: DeclarationSheetProps) => (
  <Sheet title={text('DeclarationTitle')} subtitle={name} onClose={onClose}>
    <Stack $gap={20}>
      <Section title={text('Allergens')}>
        {allergens.length > 0 ? (
          <DeclaredList items={allergens.map(allergenLabel)} />
        ) : (
          <Body>{text('NoAllergens')}</Body>
        )}
      </Section>
      {additives.length > 0 && (
        <Section title={text('Additives')}>
          <DeclaredList items={additives.map((additive) => ({ code: null, name: additive }))} />
        </Section>
      )}
      <Small $tone="quiet">{text('DeclarationSource')}</Small>
    </Stack>
  </Sheet>
);

interface DeclarationProps extends Pick<DeclarationSheetProps, 'dish'> {
  /**
   * True where users order the dish, as in the cart: a dish without declared allergens then shows „Keine Angaben zu
   * Allergenen. Frag das Lokal.“
   */
  readonly showsMissingAllergens?: boolean;
}

/**
 * Short declaration of a dish's allergens and additives; a press opens the full text. Renders nothing for a dish
 * without a declaration, unless `showsMissingAllergens` is set.
 */
export const Declaration = ({ dish, showsMissingAllergens = false }: DeclarationProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const shortDeclaration = shortDeclarationOf(dish);
  const lacksAllergens = showsMissingAllergens && dish.allergens.length === 0;
  return (
    <>
      {shortDeclaration !== null && (
        <OpenButton type="button" onClick={() => setIsOpen(true)}>
          {shortDeclaration}
          <Icon source={Info} size={14} />
        </OpenButton>
      )}
      {lacksAllergens && (
        <Caption as="span" $tone="quiet">
          {text('NoAllergens')}
        </Caption>
      )}
      {isOpen && (
        <Suspense>
          <DeclarationSheet dish={dish} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

const SubstanceList = styled.ul`
  display: grid;
  gap: 6px;
  margin-top: 6px;
  li {
    display: flex;
    gap: 12px;
    align-items: baseline;
  }
`;

const SubstanceCode = styled.span`
  flex: none;
  min-width: 1.75rem;
  padding: 1px 6px;
  border-radius: ${tokens.radius.tag};
  background: ${tokens.color.sunken};
  font-weight: 600;
  text-align: center;
`;

const OpenButton = styled.button`
  ${textStyles.caption}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  position: relative;
  text-align: left;
  color: ${tokens.color.ink2};
  &::after {
    content: '';
    position: absolute;
    inset: -13px -6px;
  }
`;
