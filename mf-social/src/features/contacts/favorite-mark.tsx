import { Icon, VisuallyHidden, tokens } from '@mahlzeit/shared-ui/ui';
import { Heart } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../../social-texts';

/** Marks who is a favourite. */
const FavoriteMark = () => {
  const t = useTexts();
  return (
    <Mark>
      <Icon of={Heart} size={18} isFilled />
      <VisuallyHidden>{t('FavoriteContact')}</VisuallyHidden>
    </Mark>
  );
};

const Mark = styled.span`
  display: grid;
  color: ${tokens.color.plumText};
`;
