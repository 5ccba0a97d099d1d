import { IconButton } from '@mahlzeit/shared-ui/ui';
import { Heart } from 'lucide-react';
import { useTexts } from '../../discovery-texts';

interface FavouriteButtonProps {
  readonly name: string;
  readonly isFavourite: boolean;
  readonly onToggle: () => void;
}

/** The heart of a restaurant. */
export const FavouriteButton = ({ name, isFavourite, onToggle }: FavouriteButtonProps) => {
  const t = useTexts();
  return <IconButton label={t('Favourite', { name })} icon={Heart} look="disc" isPressed={isFavourite} onClick={onToggle} />;
};
